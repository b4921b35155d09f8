// The cheapest way to lay two lists of times beside each other (Needleman and Wunsch, 1970), within a band of times.

/** What each step of an alignment costs. */
export interface Costs {
  /**
   * Fills in, from `from` to before `to`, what it costs that the `i`th of the first list and the `j`th of the second
   * one belong together.
   */
  pair: (i: number, from: number, to: number, costs: Float64Array) => void
  /** What it costs that the `i`th of the first list has nobody in the second one. */
  firstAlone: Float64Array
  secondAlone: Float64Array
}

const [PAIR, FIRST, SECOND] = [1, 2, 3] as const

/**
 * Lays two lists beside each other, both in the order of their times, so that the sum of costs is the least.
 * @param before how much earlier, in ms, the partner of one of the first list may be, and `after` how much later. It
 *   bounds the work: each is compared with those within this time
 * @returns for each of the second list its partner in the first one; -1 for one that is alone
 */
export function align(
  first: Float64Array,
  second: Float64Array,
  before: number,
  after: number,
  { pair, firstAlone, secondAlone }: Costs,
): Int32Array {
  // Row i stands behind the i-th of the first list, column j behind the j-th of the second one.
  const rows = first.length + 1
  const { from, start } = bandOf(first, second, before, after)
  const ways = new Uint8Array(start[rows] as number)
  // The costs of the row above, and of this one, each at column + 1. What is outside of a row costs infinitely much.
  let above = new Float64Array(second.length + 2).fill(Number.POSITIVE_INFINITY)
  let here = above.slice()
  const pairs = new Float64Array(second.length)
  for (let i = 0; i < rows; i += 1) {
    const begin = from[i] as number
    const base = (start[i] as number) - begin
    const end = (start[i + 1] as number) - base - 1
    const alone = i === 0 ? 0 : (firstAlone[i - 1] as number)
    here[begin] = Number.POSITIVE_INFINITY
    if (begin === 0) {
      here[1] = i === 0 ? 0 : (above[1] as number) + alone
      ways[base] = FIRST
    }
    const next = Math.max(1, begin)
    if (i > 0) pair(i - 1, next - 1, end, pairs)
    for (let j = next; j <= end; j += 1) {
      let least = (above[j + 1] as number) + alone
      let way: number = FIRST
      const single = (here[j] as number) + (secondAlone[j - 1] as number)
      if (single < least) {
        least = single
        way = SECOND
      }
      const paired = (above[j] as number) + (pairs[j - 1] as number)
      if (paired <= least && paired < Number.POSITIVE_INFINITY) {
        least = paired
        way = PAIR
      }
      here[j + 1] = least
      ways[base + j] = way
    }
    const done = here
    here = above
    above = done
  }
  const partner = new Int32Array(second.length).fill(-1)
  let i = first.length
  let j = second.length
  while (i > 0 && j > 0) {
    const way = ways[(start[i] as number) - (from[i] as number) + j]
    if (way !== SECOND) i -= 1
    if (way !== FIRST) j -= 1
    if (way === PAIR) partner[j] = i
  }
  return partner
}

/** Most cells of a band: a worker has 128 MB, and each takes a byte. */
const MOST_CELLS = 30_000_000

/** Of each row its first column, and where its cells begin. A band with too many cells is made narrower. */
function bandOf(
  first: Float64Array,
  second: Float64Array,
  before: number,
  after: number,
): { from: Int32Array; start: Float64Array } {
  const rows = first.length + 1
  const from = new Int32Array(rows)
  const start = new Float64Array(rows + 1)
  let low = 0
  let high = 0
  for (let i = 0; i < rows; i += 1) {
    if (i > 0) while (low < high && (second[low] as number) < (first[i - 1] as number) - before) low += 1
    const most = i === rows - 1 ? Number.POSITIVE_INFINITY : (first[i] as number) + after
    while (high < second.length && (second[high] as number) <= most) high += 1
    from[i] = low
    start[i + 1] = (start[i] as number) + high - low + 1
  }
  const isNarrow = Math.max(Math.abs(before), Math.abs(after)) < 1
  return (start[rows] as number) <= MOST_CELLS || isNarrow
    ? { from, start }
    : bandOf(first, second, before / 2, after / 2)
}

/** A number of each. (`Float64Array.from` takes ten times as long.) */
export function numbersOf<T>(all: ArrayLike<T>, numberOf: (one: T) => number): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(all.length)
  for (let index = 0; index < all.length; index += 1) numbers[index] = numberOf(all[index] as T)
  return numbers
}

/** The middle of some numbers; 0 of none. */
export function median(values: ArrayLike<number>): number {
  // Most crossings have three or fewer.
  if (values.length === 3) {
    const a = values[0] as number
    const b = values[1] as number
    const c = values[2] as number
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
  }
  const sorted = values.length > 2 ? new Float64Array(values).sort() : values
  const middle = sorted.length >> 1
  if (sorted.length === 0) return 0
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
