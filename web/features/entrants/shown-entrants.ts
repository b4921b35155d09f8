import type { Application } from '../../../contract/application.ts'
import { byBib, byFirstName, byLastName } from '../../marathon/entrant/entrant-order.ts'
import { isInBallot, isOnWaitingList, isUnconfirmed } from '../../marathon/waiting-list.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import { compareBy } from '../../store/rows/compare-by.ts'
import type { Here } from '../../store/rows/here.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { byLine } from './waiting-order.ts'

/** The sort orders of the entrants, with their labels. */
export const ENTRANT_SORTS = {
  newest: texts.sortNewest,
  oldest: texts.sortOldest,
  lastName: texts.sortLastName,
  firstName: texts.sortFirstName,
  bib: texts.bib,
  inLine: texts.sortInLine,
} as const
export type EntrantSort = keyof typeof ENTRANT_SORTS

/** The filters of the entrants, with their labels. Runners on the waiting list need no bib yet. */
export const ENTRANT_FILTERS = {
  all: texts.filterAll,
  registered: texts.filterRegistered,
  waiting: texts.filterWaiting,
  ballot: texts.filterBallot,
  unconfirmed: texts.filterUnconfirmed,
  noAccount: texts.filterNoAccount,
  noBib: texts.filterNoBib,
  here: texts.filterHere,
  notHere: texts.filterNotHere,
} as const
export type EntrantFilter = keyof typeof ENTRANT_FILTERS

/** Does the filter rest on the check-ins? */
export function needsHere(filter: EntrantFilter): boolean {
  return filter === 'here' || filter === 'notHere'
}

/**
 * Does the filter show this entrant?
 * @param here who is here; only some filters need it. Until it is read, those show nobody.
 */
export function passes(entrant: Application & { isClaimed?: boolean }, filter: EntrantFilter, here?: Here): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'registered':
      return hasPlace(entrant)
    case 'waiting':
      return isOnWaitingList(entrant)
    case 'noBib':
      return hasPlace(entrant) && entrant.bib === null
    case 'ballot':
      return isInBallot(entrant)
    case 'unconfirmed':
      return isUnconfirmed(entrant)
    case 'noAccount':
      return entrant.isClaimed === false
    case 'here':
      return here?.has(entrant._id) === true
    case 'notHere':
      return hasPlace(entrant) && here?.has(entrant._id) === false
  }
}

const byNewest = compareBy('createdAt', 'desc')

/**
 * A sorted copy of the entrants. Entrants without a bib come after those with one, and those who are not on the waiting
 * list after it.
 */
export function sortEntrants<T extends Application>(entrants: readonly T[], sort: EntrantSort): T[] {
  return entrants.toSorted(entrantOrder(sort))
}

/** The comparator of an order. It returns 0 for entrants that keep their order. */
export function entrantOrder(sort: EntrantSort): (a: Application, b: Application) => number {
  switch (sort) {
    case 'newest':
      return byNewest
    case 'oldest':
      return compareBy('createdAt')
    case 'lastName':
      return byLastName
    case 'firstName':
      return byFirstName
    case 'inLine':
      return (a, b) =>
        Number(isOnWaitingList(b)) - Number(isOnWaitingList(a)) || (isOnWaitingList(a) ? byLine(a, b) : byNewest(a, b))
    case 'bib':
      return byBib
  }
}
