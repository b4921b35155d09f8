import { splitAt } from '../../../contract/results/results.ts'
import type { Race } from '../../marathon/race/use-race.ts'

/**
 * Between which times somebody of the funnel crossed a point: those of the nearest before and after in the funnel who
 * have a time. Null where nobody knows.
 */
export function betweenOf({ rows, results }: Pick<Race, 'rows' | 'results'>, point: string) {
  return (recording: string): readonly [number, number] | null => {
    const { gun } = results
    const own = rows.recordings.find(({ id }) => id === recording)
    if (gun === null || own?.how !== 'order') return null
    const timeOf = new Map(results.rows.map((row) => [row.bib, splitAt(row, point)]))
    const funnel = rows.recordings
      .filter(({ how, clock, isVoid, point: at }) => how === 'order' && clock === own.clock && !isVoid && at === point)
      .sort((a, b) => a.tick - b.tick || (a.id < b.id ? -1 : 1))
    const index = funnel.indexOf(own)
    const hasTime = ({ bib }: { bib: string }) => timeOf.get(bib) !== undefined
    const [before, after] = [funnel.slice(0, index).findLast(hasTime), funnel.slice(index + 1).find(hasTime)]
    const [from, to] = [timeOf.get(before?.bib ?? ''), timeOf.get(after?.bib ?? '')]
    return from === undefined || to === undefined || to < from ? null : [gun + from, gun + to]
  }
}
