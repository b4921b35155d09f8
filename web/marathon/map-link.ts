/** Words that organisers type in the place of a place, in the app's languages. No map finds them. */
const NO_PLACE =
  /^(tb[acd]|to be \w+|n\/?a|online|virtual|virtuell|en línea|por (anunciar|confirmar|definir)|wird noch bekannt ?gegeben|anywhere|überall|অনলাইন|عبر الإنترنت|أونلاين)( (event|race|run|marathon|lauf))?$/iu

/**
 * The link to a place: the address that the organiser gave as the place, the phone's own maps app, or else a map on the
 * web. It is a plain link, so that the page loads nothing from another host before a tap.
 * @returns null for what is no place, like 'TBA' or 'Online'
 */
export function mapLink(location: string, userAgent: string): string | null {
  // As in `addressesIn`, which the first screen does not wait for.
  const [own] = /https:\/\/[^\s\p{C}<>"]+[^\s\p{P}<>"]\/?/iu.exec(location) ?? []
  if (own) return own
  const words = location.replace(/[^\p{L}\p{M}\p{N}/]+/gu, ' ').trim()
  if (words === '' || NO_PLACE.test(words) || /^https?:/i.test(location.trim())) return null
  const place = encodeURIComponent(location)
  if (/Android/.test(userAgent)) return `geo:0,0?q=${place}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${place}`
  return `https://www.openstreetmap.org/search?query=${place}`
}
