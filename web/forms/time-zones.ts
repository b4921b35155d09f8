import { presentZone, shownZone } from '../../contract/time/zone-name.ts'
import * as texts from '../texts/compiled/forms.js'

/** The heading of zones without a region, such as UTC. */
const OTHER = 'Other'

/** The names of the regions. */
const REGIONS: Record<string, () => string> = {
  Africa: texts.regionAfrica,
  America: texts.regionAmerica,
  Antarctica: texts.regionAntarctica,
  Arctic: texts.regionArctic,
  Asia: texts.regionAsia,
  Atlantic: texts.regionAtlantic,
  Australia: texts.regionAustralia,
  Europe: texts.regionEurope,
  Indian: texts.regionIndian,
  [OTHER]: texts.regionOther,
  Pacific: texts.regionPacific,
}

/**
 * All time zones that this browser knows, by region. `own` is always among them, even if the browser does not know it.
 */
export function timeZonesByRegion(own: string): [region: string, zones: string[]][] {
  // The browser may know the own zone by another name.
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC'].filter((zone) => presentZone(zone) !== presentZone(own))
  const sorted = [...new Set(known), own].sort((a, b) => (presentZone(a) < presentZone(b) ? -1 : 1))
  const byRegion = Map.groupBy(sorted, (zone) => (zone.includes('/') ? (zone.split('/')[0] ?? '') : OTHER))
  return [...byRegion].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The heading of a region; the region itself if this version has no name for it. */
export function regionLabel(region: string): string {
  return REGIONS[region]?.() ?? region
}

/** 'America/Argentina/Buenos_Aires' -> 'Argentina, Buenos Aires'. The region is the heading above it. */
export function zoneLabel(zone: string): string {
  const parts = shownZone(zone).split('/')
  return (parts.length > 1 ? parts.slice(1) : parts).join(', ')
}
