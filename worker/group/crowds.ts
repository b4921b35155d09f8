/** Before a registration opens, its applicants are already sent to the group commit. */
const BEFORE_MS = 5 * 60_000
/** The crowd of an opening lasts this long. */
const AFTER_MS = 30 * 60_000
/** After a guard has failed because applicants were in each other's way, the marathon counts as crowded for this long. */
const CONTENDED_MS = 60_000
/** Most marathons that an isolate keeps in memory. A full map is cleared. */
const MAX_KNOWN = 1000

interface Known {
  /** When the registration opens, ms since the epoch. */
  opensAt: number
  contendedUntil: number
}

/** What this isolate has learned of marathons from the applications that it applied directly, by marathon id. */
const known = new Map<string, Known>()

/**
 * Learns of a marathon from an application that was applied directly.
 * @param opensAt when its registration opens, ms since the epoch
 * @param isContended whether a guard failed
 * @param now ms since the epoch
 */
export function noteMarathon(marathonId: string, opensAt: number, isContended: boolean, now: number): void {
  if (known.size >= MAX_KNOWN && !known.has(marathonId)) known.clear()
  const contendedUntil = isContended ? now + CONTENDED_MS : (known.get(marathonId)?.contendedUntil ?? 0)
  known.set(marathonId, { opensAt, contendedUntil })
}

/**
 * Is there a crowd of applicants at this marathon, as far as this isolate knows? The first application that an isolate
 * sees of a marathon goes the direct way, and teaches it.
 * @param now ms since the epoch
 */
export function isCrowded(marathonId: string, now: number): boolean {
  const marathon = known.get(marathonId)
  if (!marathon) return false
  const isNearOpening = now >= marathon.opensAt - BEFORE_MS && now < marathon.opensAt + AFTER_MS
  return isNearOpening || now < marathon.contendedUntil
}
