import type { Timed } from './clocks.ts'
import type { Recording, Ruling } from './recording.ts'

/** A gun with its time on the server's time line. */
type TimedGun = Timed & { recording: Pick<Recording, 'id'> }

/**
 * The guns, first the one from which times count: that which is ruled, or that of the clock that is known best. All
 * that needs the gun asks here.
 * @param guns those that count
 * @param ruled the id of the one that a person chose; null for none
 */
export function byWorth<Gun extends TimedGun>(guns: readonly Gun[], ruled: string | null): Gun[] {
  const rank = ({ recording }: Gun) => (recording.id === ruled ? 0 : 1)
  return guns.toSorted(
    (a, b) => rank(a) - rank(b) || a.error - b.error || a.time - b.time || (a.recording.id < b.recording.id ? -1 : 1),
  )
}

/** The gun that a person chose last; null for none. @param rulings those that nobody undid */
export function ruledGun(rulings: readonly Ruling[]): string | null {
  const isLater = (a: Ruling, b: Ruling) => a.at > b.at || (a.at === b.at && a.id > b.id)
  let last: (Ruling & { kind: 'gun' }) | null = null
  for (const one of rulings) if (one.kind === 'gun' && (last === null || isLater(one, last))) last = one
  return last?.recording ?? null
}
