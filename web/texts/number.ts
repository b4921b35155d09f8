import { number as formatted } from '@messageformat/runtime'
import type { Language } from './languages.ts'

/** The languages that write numbers with digits of their own. */
const OWN_DIGITS: readonly string[] = ['ar', 'bn'] satisfies Language[]

/**
 * A number as text. The compiled messages call it in place of the function of the same name of
 * `@messageformat/runtime`. That one makes an `Intl.NumberFormat`. The first of a start loads ICU's data on the main
 * thread, which took 5 to 9 ms in profiles of the home page. A whole number below 1,000 does not need it.
 * @param language its tag
 * @param offset what is subtracted from the value, as in a plural with an offset
 */
export function number(language: string, value: number, offset = 0): string {
  const shown = value - offset
  const isPlain = Number.isInteger(shown) && shown >= 0 && shown < 1000 && !OWN_DIGITS.includes(language)
  return isPlain ? `${shown}` : formatted(language, shown, 0)
}
