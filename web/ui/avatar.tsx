import { useState } from 'react'

type AvatarProps = {
  name: string
  /** If it is empty or does not load, the initials are shown. */
  src?: string | undefined
  size?: number
}

/** 'Ada Lovelace' -> 'AL', 'runner@example.com' -> 'R'. */
function initialsOf(name: string): string {
  const words = name.split('@')[0]?.trim().split(/\s+/).filter(Boolean) ?? []
  const first = words[0]?.[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}

/** A round portrait, or the initials. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const box = { width: size, height: size, fontSize: size * 0.38 }
  if (src && failed !== src) {
    return (
      <img
        src={src}
        alt={name}
        title={name}
        width={size}
        height={size}
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
        style={box}
        className="shrink-0 rounded-full border-2 border-line bg-sunken object-cover"
      />
    )
  }
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      style={box}
      className="numeral inline-flex shrink-0 items-center justify-center rounded-full bg-ink text-paper"
    >
      {initialsOf(name)}
    </span>
  )
}
