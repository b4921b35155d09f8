/**
 * Where a place is opened: the phone's own maps where it has them, else a map on the web. A plain link, so that
 * nothing is loaded from anybody before it is tapped.
 */
export function mapLink(location: string, userAgent: string): string {
  const place = encodeURIComponent(location)
  if (/Android/.test(userAgent)) return `geo:0,0?q=${place}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${place}`
  return `https://www.openstreetmap.org/search?query=${place}`
}

/** '42 of 300' or '42': how many are registered. */
export function participants({ regCount, capacity }: { regCount: number; capacity: number | null }): string {
  const count = regCount.toLocaleString('en-US')
  return capacity === null ? count : `${count} of ${capacity.toLocaleString('en-US')}`
}

/** Has the last place gone, as far as this phone knows? */
export function isFull({ regCount, capacity }: { regCount: number; capacity: number | null }): boolean {
  return capacity !== null && regCount >= capacity
}
