/**
 * The link to a place: the phone's own maps app, or else a map on the web. It is a plain link, so that the page loads
 * nothing from another host before a tap.
 */
export function mapLink(location: string, userAgent: string): string {
  const place = encodeURIComponent(location)
  if (/Android/.test(userAgent)) return `geo:0,0?q=${place}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${place}`
  return `https://www.openstreetmap.org/search?query=${place}`
}
