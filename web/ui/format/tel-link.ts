/** The start of a number with a country code, which has one to three digits. */
const COUNTRY = /^(?:\+|00|011)\d{1,3}$/
/** Italy, San Marino and the Vatican. */
const DIALS_ZERO = /(?:39|37[89])$/
const INNER_ZERO = /\(\s*0\s*\)/

/**
 * The link that dials a phone number. In `+49 (0)40 123456` the 0 is for calls inside of the country, and with the
 * country code it reaches nobody. In Italy, San Marino and the Vatican the 0 is always dialled.
 */
export function telLink(phoneNumber: string): string {
  const start = dialled(phoneNumber.split(INNER_ZERO, 1).join(''))
  const isLeftOut = COUNTRY.test(start) && !DIALS_ZERO.test(start)
  return `tel:${dialled(isLeftOut ? phoneNumber.replace(INNER_ZERO, '') : phoneNumber)}`
}

function dialled(text: string): string {
  return text.replace(/[^\d+]/g, '')
}
