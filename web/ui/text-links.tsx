import { Fragment } from 'react'
import { addressesIn } from './format/addresses.ts'

/** The text of `LinkedText`, with its links. */
export function TextLinks({ text }: { text: string }) {
  const found = addressesIn(text)
  return found.length === 0 ? (
    text
  ) : (
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
