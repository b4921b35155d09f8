/**
 * The link that opens a mail to an address. The address is encoded, so that it cannot add recipients or a text
 * (`?bcc=…`).
 */
export function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
