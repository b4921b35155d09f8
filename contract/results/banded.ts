// The cheapest way to lay two lists of times beside each other (Needleman and Wunsch, 1970), within a band of times.

/** What each step of an alignment costs. */
export interface Costs {
  /** The `i`th of the first list and the `j`th of the second one belong together. */
  pair: (i: number, j: number) => number
  /** One of the first list has nobody in the second one. */
  firstAlone: (i: number) => number
  secondAlone: (j: number) => number
}

/** One step: a pair (`first` and `second`), or one of a list alone (the other is -1). */
export interface Step {
  first: number
  second: number
}

const [PAIR, FIRST, SECOND] = [1, 2, 3]

/**
 * Lays two lists beside each other, both in the order of their times, so that the sum of costs is the least.
 * @param before how much earlier, in ms, the partner of one of the first list may be, and `after` how much later. It bounds the
 *   work: each is compared with those within this time
 * @returns the steps in order: everybody of both lists is in one
 */
export function align(
  first: Float64Array,
  second: Float64Array,
  before: number,
  after: number,
  { pair, firstAlone, secondAlone }: Costs,
): Step[] {
  const rows = first.length + 1
  // Row i stands behind the i-th of the first list, column j behind the j-th of the second one.
  const from = new Int32Array(rows)
  const to = new Int32Array(rows)
  const start = new Int32Array(rows + 1)
  let low = 0
  let high = 0
  for (let i = 0; i < rows; i += 1) {
    if (i > 0) while (low < high && (second[low] as number) < (first[i - 1] as number) - before) low += 1
    const most = i === rows - 1 ? Number.POSITIVE_INFINITY : (first[i] as number) + after
    while (high < second.length && (second[high] as number) <= most) high += 1
    from[i] = low
    to[i] = high
    start[i + 1] = (start[i] as number) + high - low + 1
  }
  const costs = new Float64Array(start[rows] as number).fill(Number.POSITIVE_INFINITY)
  const ways = new Uint8Array(costs.length)
  costs[0] = 0
  for (let i = 0; i < rows; i += 1) {
    const [begin, end] = [from[i] as number, to[i] as number]
    const [aboveBegin, aboveEnd] = i === 0 ? [0, -1] : [from[i - 1] as number, to[i - 1] as number]
    const base = (start[i] as number) - begin
    const above = i === 0 ? 0 : (start[i - 1] as number) - aboveBegin
    const alone = i === 0 ? 0 : firstAlone(i - 1)
    for (let j = begin; j <= end; j += 1) {
      if (i === 0 && j === 0) continue
      let least = Number.POSITIVE_INFINITY
      let way = 0
      if (j >= aboveBegin && j <= aboveEnd) {
        least = (costs[above + j] as number) + alone
        way = FIRST as number
      }
      if (j > begin) {
        const cost = (costs[base + j - 1] as number) + secondAlone(j - 1)
        if (cost < least) {
          least = cost
          way = SECOND as number
        }
      }
      if (j > aboveBegin && j <= aboveEnd + 1) {
        const cost = (costs[above + j - 1] as number) + pair(i - 1, j - 1)
        if (cost <= least && cost < Number.POSITIVE_INFINITY) {
          least = cost
          way = PAIR as number
        }
      }
      costs[base + j] = least
      ways[base + j] = way
    }
  }
  const steps: Step[] = []
  for (let [i, j] = [first.length, second.length]; i > 0 || j > 0; ) {
    const way = ways[(start[i] as number) - (from[i] as number) + j]
    if (way === PAIR) steps.push({ first: --i, second: --j })
    else if (way === FIRST) steps.push({ first: --i, second: -1 })
    else steps.push({ first: -1, second: --j })
  }
  return steps.reverse()
}

/** The middle of some numbers; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return 0
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
