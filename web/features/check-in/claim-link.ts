import { entryCodeOf } from '../../../contract/text/entry-code.ts'

/** The entry code at the end of a link to an entry that was made at the gate; null for another text. */
export function codeOfLink(text: string): string | null {
  const code = /\/take\/[^/?#\s]+\.(\w+)\/?$/.exec(text.trim())?.[1]
  return code === undefined ? null : entryCodeOf(code)
}
