/** Unicode's isolates and the mark that the build puts into texts that are written from right to left. */
const MARKS = /[\u200f\u2068\u2069]/g

/** A text without these marks: for what leaves the app, as the clipboard, files and their names. They would be in the way. */
export function plainText(text: string): string {
  return text.replaceAll(MARKS, '')
}
