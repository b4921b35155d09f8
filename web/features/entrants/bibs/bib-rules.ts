import { assignBibSchema } from '../../../../contract/application.ts'
import { bibKey } from '../../../../contract/text/bib.ts'
import { latinDigits } from '../../../../contract/text/latin-digits.ts'
import { checkFields } from '../../../forms/check-fields.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import { bibKeyOf } from '../../../store/rows/entrants.ts'
import type { WantedBib } from '../../../store/rows/many/assign-bibs.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { sortEntrants } from '../shown-entrants.ts'

/** The bib that a text means, as the server would store it; null for an empty text, which takes the bib away. */
export function bibOfText(text: string): string | null {
  const checked = checkFields(assignBibSchema, { bib: latinDigits(text) })
  return checked.data?.bib ?? (text.trim() === '' ? null : text)
}

/** The errors of a bib for one entrant, as far as this phone knows the other entrants. */
export function bibErrors(entrants: readonly ApplicationView[], entrant: ApplicationView, text: string) {
  const bib = bibOfText(text)
  const { errors } = checkFields(assignBibSchema, { bib })
  if (errors || bib === null) return errors ?? {}
  const key = bibKey(bib)
  const holder = entrants.find((other) => other._id !== entrant._id && bibKeyOf(other) === key)
  return holder ? { bib: bibBelongs(bib, holder) } : {}
}

/** The sentence that a bib belongs to an entrant, who may have it in another spelling. */
export function bibBelongs(bib: string, holder: ApplicationView): string {
  const [name, held] = [entrantName(holder), holder.bib ?? bib]
  return held === bib ? texts.bibBelongs({ bib, name }) : texts.bibBelongsAs({ bib, name, held })
}

/** How the dialog "Assign bibs" orders the entrants, with labels. */
export const BIB_ORDERS = { lastName: texts.byLastName, oldest: texts.byTime } as const
export type BibOrder = keyof typeof BIB_ORDERS

/** Which registered entrants get a bib, with labels. */
export const BIB_SCOPES = { noBib: texts.onlyWithoutBib, all: texts.allRegistered } as const
export type BibScope = keyof typeof BIB_SCOPES

/** The registered entrants who get a bib, in the order of the bibs. */
export function entrantsInOrder(entrants: readonly ApplicationView[], order: BibOrder, scope: BibScope) {
  const wanted = entrants.filter((one) => hasPlace(one) && (scope === 'all' || one.bib === null))
  return sortEntrants(wanted, order)
}

/** Numbers entrants from `from` on. A number that an entrant outside of `ordered` has is left out. */
export function numbered(
  entrants: readonly ApplicationView[],
  ordered: readonly ApplicationView[],
  from: number,
): WantedBib[] {
  const ids = new Set(ordered.map(({ _id }) => _id))
  const taken = new Set(entrants.flatMap((one) => (ids.has(one._id) ? [] : [bibKeyOf(one)])))
  let next = from
  return ordered.map((application) => {
    while (taken.has(String(next))) next += 1
    const bib = String(next)
    next += 1
    return { application, bib }
  })
}
