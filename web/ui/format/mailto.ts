/** The link that writes to an address. Encoded: an address must not bring recipients or a text of its own (`?bcc=…`). */
export function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
