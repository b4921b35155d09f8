import type { Timed } from './clocks.ts'
import type { Recording, Ruling } from './recording.ts'

/** A gun with its time on the server's time line. */
type TimedGun = Timed & { recording: Pick<Recording, 'id'> }

/**
 * The gun from which times count: the one that is ruled, or that of the clock that is known best. The list of results and the
 * clock on the screen of a point ask here.
 * @param guns those that count
 * @param ruled the id of the one that a person chose; null for none
 * @returns undefined without a gun
 */
export function countingGun<Gun extends TimedGun>(guns: readonly Gun[], ruled: string | null): Gun | undefined {
  const chosen = guns.find(({ recording }) => recording.id === ruled)
  const better = (a: Gun, b: Gun) => a.error - b.error || a.time - b.time || (a.recording.id < b.recording.id ? -1 : 1)
  return chosen ?? guns.toSorted(better)[0]
}

/** The gun that a person chose last; null for none. @param rulings those that nobody undid */
export function ruledGun(rulings: readonly Ruling[]): string | null {
  const isLater = (a: Ruling, b: Ruling) => a.at > b.at || (a.at === b.at && a.id > b.id)
  let last: (Ruling & { kind: 'gun' }) | null = null
  for (const one of rulings) if (one.kind === 'gun' && (last === null || isLater(one, last))) last = one
  return last?.recording ?? null
}
