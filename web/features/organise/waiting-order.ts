import type { Application } from '../../../contract/application.ts'
import { compareBy } from '../../data/compare-by.ts'
import { isOnWaitingList } from '../../shared/marathon/waiting-list.ts'

type Waiting = Pick<Application, '_id' | 'createdAt' | 'status'> & { drawOrder?: number | null }

const byId = compareBy('_id')
const byTime = compareBy('createdAt')
const drawn = ({ drawOrder }: Waiting) => drawOrder ?? Number.POSITIVE_INFINITY

/**
 * Compares two entrants on the waiting list, who is next comes first: first those who were drawn, in the drawn order,
 * then who joined later. The server's own order is not on the wire. It is that of the commits, which `createdAt`
 * follows; of one request, the ids do.
 */
export function byLine(a: Waiting, b: Waiting): number {
  return drawn(a) === drawn(b) ? byTime(a, b) || byId(a, b) : drawn(a) - drawn(b)
}

/** The entrants on the waiting list, who is next comes first. */
export function waitingOrder<T extends Waiting>(entrants: readonly T[]): T[] {
  return entrants.filter(isOnWaitingList).sort(byLine)
}

/** The place on the waiting list of each entrant who is on it, from 1, by id. */
export function waitingPlaces(entrants: readonly Waiting[]): ReadonlyMap<string, number> {
  return new Map(waitingOrder(entrants).map(({ _id }, index) => [_id, index + 1]))
}
