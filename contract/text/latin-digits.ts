/**
 * A text with Latin digits, as numbers are stored and compared. Keyboards write the digits of their own script, and
 * some programs wide or bold ones.
 */
export function latinDigits(text: string): string {
  // ASCII alone is most of what is read, and 50,000 names are folded at once.
  if (!/[^\0-\x7f]/.test(text)) return text
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Unicode has the digits of a script side by side, from 0 to 9, and a few scripts side by side.
    let zero = code
    while (isDigit(zero - 1)) zero -= 1
    return String((code - zero) % 10)
  })
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code))
}
