/** The 0 in parentheses behind a country code, which has one to three digits. */
const INNER_ZERO = /^([\s(]*(?:\+|00|011)(?:[\s)]*\d){1,3}\D*?)\(\s*0\s*\)/
/** Italy, San Marino and the Vatican. */
const DIALS_ZERO = /^[\s(]*(?:\+|00|011)\s*(?:39|37[89])/

/**
 * The link that dials a phone number. In `+49 (0)40 123456` the 0 is for calls inside of the country, and with the
 * country code it reaches nobody. In Italy, San Marino and the Vatican the 0 is always dialled.
 */
export function telLink(phoneNumber: string): string {
  const dialled = DIALS_ZERO.test(phoneNumber) ? phoneNumber : phoneNumber.replace(INNER_ZERO, '$1')
  return `tel:${dialled.replace(/[^\d+]/g, '')}`
}
