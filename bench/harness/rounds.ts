/** The median of a list; NaN for an empty list. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}

/** The values of each subject, one for each round. */
export type Series = Map<string, number[]>

/**
 * Measures every subject once in each round. The order rotates, so that slow changes of the machine (heat, other
 * processes, caches) affect all subjects alike. If a measurement throws, its value is NaN, and stderr tells the error.
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

/** The median of a subject's values, without NaN. */
export function middleOf(series: Series, subject: string): number {
  return median((series.get(subject) ?? []).filter((value) => !Number.isNaN(value)))
}

/** The ratio of two subjects, `a` divided by `b`, in each round: its median, its least and its greatest value. */
export function ratioOf(series: Series, a: string, b: string): { median: number; low: number; high: number } {
  const divisors = series.get(b) ?? []
  const ratios = (series.get(a) ?? []).map((value, round) => value / (divisors[round] ?? Number.NaN))
  const good = ratios.filter((ratio) => Number.isFinite(ratio))
  return { median: median(good), low: Math.min(...good), high: Math.max(...good) }
}
