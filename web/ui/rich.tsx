import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'

type RichProps = {
  /** A text with tags: 'Read the <link>privacy page</link>.' */
  text: string
  /** What each tag becomes, beside `hidden`. It gets what stands between the tags. */
  tags?: Record<string, (children: ReactNode) => ReactNode>
}

/** What several texts have: words that only a screen reader says. */
const hidden = (children: ReactNode) => <span className="sr-only">{children}</span>

/** Makes a tag that becomes a link of the app. */
export const linkTo =
  (to: NonNullable<LinkProps['to']>, className = '') =>
  (children: ReactNode) => (
    <Link to={to} className={`text-link ${className}`}>
      {children}
    </Link>
  )

/** A text of a catalogue with elements in it. Tags do not nest, and a tag that is not known stays text. */
export function Rich({ text, tags = {} }: RichProps) {
  // split() gives text, tag name, content, text, and so on.
  const parts = text.split(/<([a-z]+)>(.*?)<\/\1>/gis)
  return parts.map((part, index) => {
    // In an element of its own a text goes on changing on a page that the browser has translated.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
    if (index % 3 === 0) return part && <span key={index}>{part}</span>
    if (index % 3 === 2) return null
    const content = parts[index + 1]
    const element = part === 'hidden' ? hidden : tags[part]
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
    return <Fragment key={index}>{element ? element(content) : `<${part}>${content}</${part}>`}</Fragment>
  })
}
