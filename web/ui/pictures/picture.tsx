import { type ImgHTMLAttributes, useState } from 'react'

const PLACEHOLDER = '/placeholder.svg'

type PictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> & {
  /** The address of the picture. If it is empty or does not load, a placeholder is shown. */
  src: string | undefined
  /** Use '' if the picture adds nothing to the text beside it. */
  alt: string
  /** The aspect ratio as a Tailwind class, so that the page does not move when the picture loads. */
  ratio?: string
  /** True for the picture that the user sees first. */
  eager?: boolean
  /** Called when the address has turned out to have no picture. */
  onMissing?: () => void
}

/** A picture with a placeholder and a fixed ratio. */
export function Picture({
  src,
  alt,
  ratio = 'aspect-[16/10]',
  eager = false,
  className = '',
  onMissing,
  ...rest
}: PictureProps) {
  const [failed, setFailed] = useState<{ src: string | undefined; times: number }>()
  const failures = failed?.src === src ? (failed?.times ?? 0) : 0
  const shown = src && failures < triesOf(src) ? src : PLACEHOLDER
  return (
    <img
      {...rest}
      src={shown}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      // The first request uses CORS, because an opaque response counts as about 7 MB of the offline quota.
      {...(isForeign(shown) && failures === 0 ? { crossOrigin: 'anonymous' as const } : {})}
      {...(eager ? { fetchPriority: 'high' as const } : {})}
      referrerPolicy="no-referrer"
      onError={() => {
        if (shown === PLACEHOLDER) return
        setFailed({ src, times: failures + 1 })
        if (src && failures + 1 === triesOf(src)) onMissing?.()
      }}
      className={`block w-full bg-sunken object-cover ${ratio} ${className}`}
    />
  )
}

/** How often a picture is tried. Many hosts do not support CORS, so a foreign picture is tried again without it. */
function triesOf(src: string) {
  return isForeign(src) ? 2 : 1
}

function isForeign(src: string) {
  return /^https?:/.test(src) && !src.startsWith(location.origin)
}
