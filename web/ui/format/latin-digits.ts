/** The digits of the languages of the app that have their own: Arabic and Bengali. */
const DIGITS = ['٠١٢٣٤٥٦٧٨٩', '০১২৩৪৫৬৭৮৯']

/** A text with Latin digits, as numbers are stored. Keyboards of other languages type other ones. */
export function latinDigits(text: string): string {
  return text.replaceAll(/[٠-٩০-৯]/g, (digit) => {
    const digits = DIGITS.find((all) => all.includes(digit)) ?? ''
    return String(digits.indexOf(digit))
  })
}
