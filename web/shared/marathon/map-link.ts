import { addressesIn } from '../../ui/format/addresses.ts'

/** Words that organisers type in the place of a place, in the app's languages. No map finds them. */
const NO_PLACE =
  /^(tb[acd]|to be (announced|confirmed|decided|defined)|n\/?a|none|online|virtual|virtuell|en línea|por (anunciar|confirmar|definir)|wird noch bekannt ?gegeben|folgt|offen|anywhere|everywhere|überall|অনলাইন|ভার্চুয়াল|عبر الإنترنت|أونلاين|اونلاين|افتراضي)( (event|race|run|marathon|lauf))?$/iu

/**
 * The link to a place: the address that the organiser gave as the place, the phone's own maps app, or else a map on the
 * web. It is a plain link, so that the page loads nothing from another host before a tap.
 * @returns null for what is no place, like 'TBA' or 'Online'
 */
export function mapLink(location: string, userAgent: string): string | null {
  const [own] = addressesIn(location)
  if (own) return own.address
  const words = location.replace(/[^\p{L}\p{M}\p{N}/]+/gu, ' ').trim()
  if (words === '' || NO_PLACE.test(words) || /^https?:/i.test(location.trim())) return null
  const place = encodeURIComponent(location)
  if (/Android/.test(userAgent)) return `geo:0,0?q=${place}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${place}`
  return `https://www.openstreetmap.org/search?query=${place}`
}
