type DrawingProps = { src: string; width: number; height: number; className: string }

/**
 * A drawing beside a message. Before the first installation it may not be on this phone: then its place stays empty, and
 * the browser's broken picture is not shown.
 */
export function Drawing(props: DrawingProps) {
  return <img {...props} alt="" onError={({ currentTarget }) => currentTarget.classList.add('invisible')} />
}
