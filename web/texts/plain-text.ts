/** Unicode's isolates, which the build puts around values in texts that are written from right to left. */
const ISOLATES = /[\u2068\u2069]/g

/** A text without isolates: for what leaves the app, as the clipboard, files and their names. They would be in the way. */
export function plainText(text: string): string {
  return text.replaceAll(ISOLATES, '')
}
