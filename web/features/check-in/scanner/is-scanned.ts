import { entryCodeOf } from '../../../../contract/text/entry-code.ts'

/** No name, and not typed by hand at this speed: one long word with a digit, as other codes have it. */
const LONG_WORD = /^(?=.*\d)\S{8,}$/

/** Does the text come from a scanner, rather than from somebody who looks for a runner or names a gate? */
export function isScanned(text: string): boolean {
  return entryCodeOf(text) !== null || LONG_WORD.test(text.trim())
}
