import type { Application } from '../../../contract/application.ts'
import { compareBy } from '../../data/compare-by.ts'
import { bibOf } from '../../data/entrants.ts'
import { isOnWaitingList } from '../../shared/marathon/waiting-list.ts'

/** The sort orders of the entrants, with their labels. */
export const ENTRANT_SORTS = {
  newest: 'Newest',
  oldest: 'Oldest',
  lastName: 'Last name',
  firstName: 'First name',
  bib: 'Bib',
} as const
export type EntrantSort = keyof typeof ENTRANT_SORTS

/** The filters of the entrants, with their labels. Runners on the waiting list need no bib yet. */
export const ENTRANT_FILTERS = {
  all: 'All',
  registered: 'Registered',
  waiting: 'Waiting list',
  noBib: 'Without a bib',
} as const
export type EntrantFilter = keyof typeof ENTRANT_FILTERS

/** Does the filter show this entrant? */
export function passes(entrant: Application, filter: EntrantFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'registered':
      return !isOnWaitingList(entrant)
    case 'waiting':
      return isOnWaitingList(entrant)
    case 'noBib':
      return !isOnWaitingList(entrant) && bibOf(entrant) === null
  }
}

// One collator for all comparisons: `localeCompare` would build one for each pair.
const byName = new Intl.Collator(undefined, { sensitivity: 'base' })
const byNumber = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A sorted copy of the entrants. Entrants without a bib come after those with one. */
export function sortEntrants<T extends Application>(entrants: readonly T[], sort: EntrantSort): T[] {
  switch (sort) {
    case 'newest':
      return entrants.toSorted(compareBy('createdAt', 'desc'))
    case 'oldest':
      return entrants.toSorted(compareBy('createdAt'))
    case 'lastName':
      return entrants.toSorted(
        (a, b) => byName.compare(a.lastName, b.lastName) || byName.compare(a.firstName, b.firstName),
      )
    case 'firstName':
      return entrants.toSorted(
        (a, b) => byName.compare(a.firstName, b.firstName) || byName.compare(a.lastName, b.lastName),
      )
    case 'bib':
      return entrants.toSorted(
        (a, b) =>
          Number(bibOf(a) === null) - Number(bibOf(b) === null) || byNumber.compare(bibOf(a) ?? '', bibOf(b) ?? ''),
      )
  }
}

/** An entrant with the texts that a search looks into. They are made once for all searches. */
export interface Searchable<T> {
  entrant: T
  /** Name, email, phone number and bib in lower case. */
  text: string
  /** The digits of the phone number. */
  digits: string
  /** The bib in lower case; '' for none. */
  bib: string
}

/** Prepares the entrants for `findEntrants`, in their order. */
export function searchable<T extends Application>(entrants: readonly T[]): Searchable<T>[] {
  return entrants.map((entrant) => {
    const { firstName, lastName, email, phoneNumber } = entrant
    const bib = (bibOf(entrant) ?? '').toLowerCase()
    const text = `${firstName} ${lastName} ${email} ${phoneNumber} `.toLowerCase() + bib
    return { entrant, text, digits: phoneNumber.replace(/\D/g, ''), bib }
  })
}

/**
 * The entrants that match a search, in their order. Each word must be in the name, the email, the phone number or the
 * bib. An entrant whose bib is the whole text comes first.
 */
export function findEntrants<T extends Application>(
  all: readonly Searchable<T>[],
  text: string,
  filter: EntrantFilter,
): T[] {
  const typed = text.trim().toLowerCase()
  // Nearly every phone number without spaces contains a given one, two or three digits, so only four or more are
  // searched that way.
  const words = typed
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ word, isNumber: /^\d{4,}$/.test(word) }))
  const found: T[] = []
  const exact: T[] = []
  for (const { entrant, text: inText, digits, bib } of all) {
    const fits = words.every(({ word, isNumber }) => inText.includes(word) || (isNumber && digits.includes(word)))
    if (!fits || !passes(entrant, filter)) continue
    if (typed !== '' && bib === typed) exact.push(entrant)
    else found.push(entrant)
  }
  return exact.length > 0 ? [...exact, ...found] : found
}
