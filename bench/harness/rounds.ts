/** The middle value. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}

/** One value a round for every subject. */
export type Series = Map<string, number[]>

/**
 * Measures every subject once a round, in an order that rotates, so that what drifts (heat, neighbours, caches)
 * meets all of them alike. A subject that throws in a round has no value there and says why on stderr.
 */
export async function inRounds(
  count: number,
  subjects: string[],
  measure: (subject: string, round: number) => Promise<number>,
): Promise<Series> {
  const series: Series = new Map(subjects.map((subject) => [subject, []]))
  for (let round = 0; round < count; round++) {
    const shift = round % subjects.length
    for (const subject of [...subjects.slice(shift), ...subjects.slice(0, shift)]) {
      const value = await measure(subject, round).catch((error: unknown) => {
        console.error(`  ${subject}: ${error instanceof Error ? error.message : error}`)
        return Number.NaN
      })
      series.get(subject)?.push(value)
    }
  }
  return series
}

/** Median of a subject's values. */
export function middleOf(series: Series, subject: string): number {
  return median((series.get(subject) ?? []).filter((value) => !Number.isNaN(value)))
}

/** The ratio of two subjects, taken inside each round; its median and its spread over the rounds. */
export function ratioOf(series: Series, a: string, b: string): { median: number; low: number; high: number } {
  const bs = series.get(b) ?? []
  const ratios = (series.get(a) ?? []).map((value, round) => value / (bs[round] ?? Number.NaN))
  const good = ratios.filter((ratio) => Number.isFinite(ratio))
  return { median: median(good), low: Math.min(...good), high: Math.max(...good) }
}
