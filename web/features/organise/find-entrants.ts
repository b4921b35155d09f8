import type { Application } from '../../../contract/application.ts'
import { compareBy } from '../../data/compare-by.ts'

/** The sort orders of the entrants, with their labels. */
export const ENTRANT_SORTS = {
  newest: 'Newest',
  oldest: 'Oldest',
  lastName: 'Last name',
  firstName: 'First name',
} as const
export type EntrantSort = keyof typeof ENTRANT_SORTS

// One collator for all comparisons: `localeCompare` would build one for each pair.
const byName = new Intl.Collator(undefined, { sensitivity: 'base' })

/** The entrants that match a search, sorted. Each word must be in the name, the email or the phone number. */
export function findEntrants<T extends Application>(entrants: readonly T[], text: string, sort: EntrantSort): T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entrants.filter((entrant) => {
    const { firstName, lastName, email, phoneNumber } = entrant
    const all = `${firstName} ${lastName} ${email} ${phoneNumber}`.toLowerCase()
    const digits = phoneNumber.replace(/\D/g, '')
    // Nearly every phone number without spaces contains a given one, two or three digits, so only four or more are
    // searched that way.
    return words.every((word) => all.includes(word) || (/^\d{4,}$/.test(word) && digits.includes(word)))
  })
  switch (sort) {
    case 'newest':
      return found.sort(compareBy('createdAt', 'desc'))
    case 'oldest':
      return found.sort(compareBy('createdAt'))
    case 'lastName':
      return found.sort((a, b) => byName.compare(a.lastName, b.lastName) || byName.compare(a.firstName, b.firstName))
    case 'firstName':
      return found.sort((a, b) => byName.compare(a.firstName, b.firstName) || byName.compare(a.lastName, b.lastName))
  }
}
