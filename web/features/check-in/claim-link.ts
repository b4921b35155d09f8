import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import { readEntryToken } from '../../../contract/text/entry-link.ts'

/** The entry code at the end of a link to an entry that was made at the gate; null for another text. */
export function codeOfLink(text: string): string | null {
  const token = /\/take\/([^/?#\s]+)/.exec(text)?.[1] ?? ''
  return entryCodeOf(readEntryToken(token)?.secret ?? '')
}
