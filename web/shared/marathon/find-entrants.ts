import type { Application } from '../../../contract/application.ts'
import { bibOf } from '../../data/entrants.ts'

type Named = Pick<Application, 'firstName' | 'lastName'> & { bib?: string | null }

/** An entrant with the texts that a search looks into. They are made once for all searches. */
export interface Searchable<T> {
  entrant: T
  /** Name, bib and perhaps email and phone number, in lower case. */
  text: string
  /** The digits of the phone number; '' where it is not searched. */
  digits: string
  /** The bib in lower case; '' for none. */
  bib: string
}

/** Prepares the entrants for `findEntrants`, in their order, with their email and phone number. */
export function searchable<T extends Application>(entrants: readonly T[]): Searchable<T>[] {
  return entrants.map((entrant) => {
    const { email, phoneNumber } = entrant
    const { text, bib } = searchableByName(entrant)
    const contact = ` ${email} ${phoneNumber}`.toLowerCase()
    return { entrant, text: text + contact, digits: phoneNumber.replace(/\D/g, ''), bib }
  })
}

/** Prepares an entrant for a search by name and bib alone. At a gate, numbers of telephones would be in the way. */
export function searchableByName<T extends Named>(entrant: T): Searchable<T> {
  const bib = (bibOf(entrant) ?? '').toLowerCase()
  return { entrant, text: `${entrant.firstName} ${entrant.lastName} ${bib}`.toLowerCase(), digits: '', bib }
}

/**
 * The entrants that match a search, in their order. Each word must be in a text that they were prepared with. An entrant whose bib is the whole text comes first.
 * @param passes leaves out entrants that it returns false for
 */
export function findEntrants<T>(
  all: readonly Searchable<T>[],
  text: string,
  passes: (entrant: T) => boolean = () => true,
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
    if (!fits || !passes(entrant)) continue
    if (typed !== '' && bib === typed) exact.push(entrant)
    else found.push(entrant)
  }
  return exact.length > 0 ? [...exact, ...found] : found
}
