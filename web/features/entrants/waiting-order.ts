import type { Application } from '../../../contract/application.ts'
import { isOnWaitingList } from '../../marathon/waiting-list.ts'
import { compareBy } from '../../store/rows/compare-by.ts'

type Waiting = Pick<Application, '_id' | 'createdAt' | 'status' | 'waitingOrder'>

const byTime = compareBy('createdAt')
/** An application of the organiser that only this phone has joins behind all others. */
const inLine = ({ waitingOrder }: Waiting) => waitingOrder ?? Number.POSITIVE_INFINITY

/** Compares two entrants on the waiting list: the one who gets a place first comes first. */
export function byLine(a: Waiting, b: Waiting): number {
  return inLine(a) === inLine(b) ? byTime(a, b) : inLine(a) - inLine(b)
}

/** The entrants on the waiting list, who is next comes first. */
export function waitingOrder<T extends Waiting>(entrants: readonly T[]): T[] {
  return entrants.filter(isOnWaitingList).sort(byLine)
}

/** The place on the waiting list of each entrant who is on it, from 1, by id. */
export function waitingPlaces(entrants: readonly Waiting[]): ReadonlyMap<string, number> {
  return new Map(waitingOrder(entrants).map(({ _id }, index) => [_id, index + 1]))
}
