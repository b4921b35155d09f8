/**
 * All time zones that this browser knows, by region. `own` is always among them, even if the browser does not know it.
 */
export function timeZonesByRegion(own: string): [region: string, zones: string[]][] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])
  const byRegion = Map.groupBy([...known].sort(), (zone) => (zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Other'))
  return [...byRegion].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** 'America/Argentina/Buenos_Aires' -> 'Argentina, Buenos Aires'. The region is the heading above it. */
export function zoneLabel(zone: string): string {
  const parts = zone.split('/')
  return (parts.length > 1 ? parts.slice(1) : parts).join(', ').replaceAll('_', ' ')
}
