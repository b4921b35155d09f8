import { Fragment } from 'react'
import { addressesIn } from './format/addresses.ts'

/** A text that somebody wrote, whose https addresses can be tapped. Everything else stays text. */
export function LinkedText({ text }: { text: string }) {
  const found = addressesIn(text)
  if (found.length === 0) return text
  return (
    <>
      {found.map(({ before, start, address }) => (
        <Fragment key={start}>
          <span>{before}</span>
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            dir="ltr"
            className="text-link wrap-anywhere"
          >
            {address}
          </a>
        </Fragment>
      ))}
      <span>{text.slice(found.at(-1)?.end)}</span>
    </>
  )
}
