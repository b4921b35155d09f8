import { lazy, Suspense } from 'react'
import { expected } from '../../contract/errors.ts'

// Few texts have an address, and no screen waits for this code. Without it the text is there, and its links are not.
const TextLinks = lazy(() =>
  import('./text-links.tsx').then(
    (m) => ({ default: m.TextLinks }),
    () => expected('no-code', { default: Plain }),
  ),
)

/** A text that somebody wrote, whose https addresses can be tapped. Everything else stays text. */
export function LinkedText({ text }: { text: string }) {
  return /https:/i.test(text) ? (
    <Suspense fallback={<Plain text={text} />}>
      <TextLinks text={text} />
    </Suspense>
  ) : (
    text
  )
}

function Plain({ text }: { text: string }) {
  return <span>{text}</span>
}
