import { type ImgHTMLAttributes, useState } from 'react'

const PLACEHOLDER = '/placeholder.svg'

type PictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> & {
  /** May be empty, broken or out of reach: a drawn placeholder stands in. */
  src: string | undefined
  /** Empty where the picture says nothing that the text beside it does not. */
  alt: string
  /** Width to height, so that nothing moves when it arrives: a Tailwind aspect class. */
  ratio?: string
  /** For the one picture that is the first thing seen. */
  eager?: boolean
}

/** A picture that is never broken and never moves the page. */
export function Picture({ src, alt, ratio = 'aspect-[16/10]', eager = false, className = '', ...rest }: PictureProps) {
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
      // With CORS first: an opaque picture costs about 7 MB of the offline quota each.
      {...(isForeign(shown) && failures === 0 ? { crossOrigin: 'anonymous' as const } : {})}
      {...(eager ? { fetchPriority: 'high' as const } : {})}
      referrerPolicy="no-referrer"
      onError={() => shown !== PLACEHOLDER && setFailed({ src, times: failures + 1 })}
      className={`block w-full bg-sunken object-cover ${ratio} ${className}`}
    />
  )
}

/** Many hosts of pictures know no CORS; those are asked once more without. */
function triesOf(src: string) {
  return isForeign(src) ? 2 : 1
}

function isForeign(src: string) {
  return /^https?:/.test(src) && !src.startsWith(location.origin)
}
