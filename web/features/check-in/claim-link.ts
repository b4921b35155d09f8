import { entryCodeOf } from '../../../contract/text/entry-code.ts'

/** The link with which a runner claims an entry that was made at the gate. */
export function claimLink({ id, code }: { id: string; code: string }): string {
  return `${location.origin}/take/${id}.${code}`
}

/** The entry code at the end of such a link; null for another text. */
export function codeOfLink(text: string): string | null {
  const code = /\/take\/[^/?#\s]+\.(\w+)\/?$/.exec(text.trim())?.[1]
  return code === undefined ? null : entryCodeOf(code)
}
