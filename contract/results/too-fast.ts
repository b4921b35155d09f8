import type { Timing } from './recording.ts'

// What no phone at a finish does, and a broken or hostile one might: the work stays bounded, and each of its recordings
// stands alone, as a doubt.

/** Most clocks of a point whose lists are laid beside each other. Those with the fewest recordings make one list. */
const MOST_CLOCKS = 60
/** Most recordings of one list in a second. */
const MOST_A_SECOND = 50

/** The recordings of one clock, or of all the smallest ones together, in their order. */
interface List<T extends Timing> {
  /** The clock; '' for that of several. */
  clock: string
  list: T[]
  /** Those that came faster than anybody taps. */
  tooFast: T[]
}

/**
 * The lists of a point, in the order of the names of their clocks.
 * @param clocks the recordings of each clock, in the order of their ticks
 */
export function byClock<T extends Timing>(clocks: readonly (readonly T[])[]): List<T>[] {
  const lists = clocks.flatMap((list): [string, readonly T[]][] => (list[0] ? [[list[0].recording.clock, list]] : []))
  lists.sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
  const rest = lists.splice(MOST_CLOCKS)
  const alone = lists.sort(([a], [b]) => (a < b ? -1 : 1)).map(([clock, list]) => thinned(clock, list))
  if (rest.length === 0) return alone
  // Only times say in which order several clocks come.
  const all = rest
    .flatMap(([, list]) => list)
    .sort((a, b) => a.time - b.time || (a.recording.id < b.recording.id ? -1 : 1))
  return [...alone, thinned('', all)]
}

function thinned<T extends Timing>(clock: string, sorted: readonly T[]): List<T> {
  const [list, tooFast]: [T[], T[]] = [[], []]
  for (const one of sorted) {
    const before = list.at(-MOST_A_SECOND)
    if (before && one.time - before.time < 1000) tooFast.push(one)
    else list.push(one)
  }
  return { clock, list, tooFast }
}
