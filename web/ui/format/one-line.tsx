type OneLineProps = { children: string; className?: string }

/**
 * What a person wrote, in one line, where the lines of the page start. It is cut at the end of its own direction: in a
 * page of the other direction it would lose its beginning.
 */
export function OneLine({ children, className = '' }: OneLineProps) {
  return (
    <span className="flex">
      <bdi lang="" className={`truncate ${className}`}>
        {children}
      </bdi>
    </span>
  )
}
