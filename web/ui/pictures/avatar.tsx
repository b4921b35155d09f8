import { useState } from 'react'

type AvatarProps = {
  name: string
  /** If it is empty or does not load, the initials are shown. */
  src?: string | undefined
  size?: number
}

/** 'Ada Lovelace' -> 'AL', 'runner@example.com' -> 'R', '🏃 Rosa' -> '🏃R'. */
function initialsOf(name: string): string {
  const words = name.split('@')[0]?.trim().split(/\s+/).filter(Boolean) ?? []
  const first = firstLetter(words[0] ?? '') || '?'
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : ''
  return (first + last).toUpperCase()
}

/** The first letter as a reader counts: an emoji, or a letter with its accents, has several code points. */
function firstLetter(word: string): string {
  if (!('Segmenter' in Intl)) return [...word][0] ?? ''
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment
  return ''
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
