import { Fragment, type ReactNode } from 'react'

type RichProps = {
  /** A text with tags: 'Read the <link>privacy page</link>.' */
  text: string
  /** What each tag becomes. It gets what stands between the tags. */
  tags: Record<string, (children: ReactNode) => ReactNode>
}

/** A text of a catalogue with elements in it. Tags do not nest, and a tag without an entry in `tags` stays text. */
export function Rich({ text, tags }: RichProps) {
  // split() gives text, tag name, content, text, and so on.
  const parts = text.split(/<([a-z]+)>(.*?)<\/\1>/gis)
  return parts.map((part, index) => {
    // In an element of its own a text goes on changing on a page that the browser has translated.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
    if (index % 3 === 0) return part && <span key={index}>{part}</span>
    if (index % 3 === 2) return null
    const content = parts[index + 1]
    const element = tags[part]
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
    return <Fragment key={index}>{element ? element(content) : `<${part}>${content}</${part}>`}</Fragment>
  })
}
