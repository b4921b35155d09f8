type Compare<T> = (a: T, b: T) => number

/** Takes rows out of a sorted list and puts others into it. It compares only the rows that are put in. */
export function replaceSorted<T>(
  sorted: readonly T[],
  gone: ReadonlySet<T>,
  added: readonly T[],
  compare: Compare<T>,
): T[] {
  const rest = gone.size === 0 ? sorted : sorted.filter((one) => !gone.has(one))
  if (added.length > rest.length) return [...rest, ...added].sort(compare)
  const all: T[] = []
  let from = 0
  for (const one of added.toSorted(compare)) {
    const at = placeOf(rest, one, compare, from)
    for (; from < at; from += 1) all.push(rest[from] as T)
    all.push(one)
  }
  for (; from < rest.length; from += 1) all.push(rest[from] as T)
  return all
}

/** Where a row belongs in a sorted list: after those that are equal. */
function placeOf<T>(sorted: readonly T[], one: T, compare: Compare<T>, from: number): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(sorted[middle] as T, one) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
