import type { Application } from '../../contract/application.ts'
import { bibKey } from '../../contract/text/bib.ts'
import { entryCodeOf } from '../../contract/text/entry-code.ts'
import { foldText, searchText, searchWords } from '../../contract/text/fold-text.ts'

type Named = Pick<Application, 'firstName' | 'lastName'> & {
  bib?: string | null
  wantedBib?: string | null
  code?: string | null
}

/** An entrant with the texts that a search looks into, folded. They are made once for all searches. */
export interface Searchable<T> {
  entrant: T
  /** Name, bib and perhaps email and phone number. */
  text: string
  /** The digits of the phone number; '' where it is not searched. */
  digits: string
  /** The key of the bib; '' for none. */
  bib: string
  /** The key of a bib that the entrant holds and somebody else has; '' for none. */
  wanted: string
  /** The entry's code; '' where this phone does not have it yet. */
  code: string
}

/**
 * Prepares the entrants for `findEntrants`, in their order, with their email and phone number.
 * @param also further text of an entrant, folded
 */
export function searchable<T extends Application>(
  entrants: readonly T[],
  also: (entrant: T) => string = () => '',
): Searchable<T>[] {
  return entrants.map((entrant) => {
    const { email, phoneNumber } = entrant
    const { text, ...named } = searchableByName(entrant)
    const contact = searchText(` ${email} ${phoneNumber}`)
    return { ...named, text: text + contact + also(entrant), digits: phoneNumber.replace(/\D/g, '') }
  })
}

/** Prepares an entrant for a search by name and bib alone. At a gate, numbers of telephones would be in the way. */
export function searchableByName<T extends Named>(entrant: T): Searchable<T> {
  const [bib, wanted] = [entrant.bib ?? '', entrant.wantedBib ?? '']
  const bibs = wanted ? `${spellings(bib)} ${spellings(wanted)}` : spellings(bib)
  const text = `${searchText(`${entrant.firstName} ${entrant.lastName}`)} ${bibs}`
  return { entrant, text, digits: '', bib: keyOf(bib), wanted: keyOf(wanted), code: entrant.code ?? '' }
}

function keyOf(bib: string): string {
  return bib && bibKey(bib)
}

/** A bib as a search looks for it. */
function spellings(bib: string): string {
  const [folded, key] = [foldText(bib), keyOf(bib)]
  return folded === key ? key : `${folded} ${key}`
}

/** Has the entrant this bib, or does the entrant hold it? @param key the bib's key, not '' */
export function holdsBib({ bib, wanted }: Searchable<unknown>, key: string): boolean {
  return bib === key || wanted === key
}

/**
 * Makes a function that tells whether an entrant matches a search: each word must be in a text that the entrant was
 * prepared with, or be the entrant's bib in any spelling. A text that is as a whole an entry's bib or code finds that
 * entry too.
 */
export function matches(text: string): (one: Searchable<unknown>) => boolean {
  const [code, bib, fits] = [entryCodeOf(text), bibKey(text.trim()), matchesWords(text)]
  return (one) => fits(one) || (bib !== '' && holdsBib(one, bib)) || (code !== null && one.code === code)
}

function matchesWords(text: string): (one: Searchable<unknown>) => boolean {
  // Nearly every phone number without spaces contains a given one, two or three digits, so only four or more are
  // searched that way.
  const words = searchWords(text).map((spellings) => {
    const [word = ''] = spellings
    return { word, spellings, key: bibKey(word), isNumber: /^\d{4,}$/.test(word) }
  })
  const [first] = words
  // Most searches have one word, and this runs 50,000 times for a letter.
  if (first && words.length === 1 && !first.isNumber && first.spellings.length === 1)
    return (one) => one.text.includes(first.word) || holdsBib(one, first.key)
  return (one) => {
    for (const { word, spellings, key, isNumber } of words) {
      const isBib = holdsBib(one, key) || (isNumber && one.digits.includes(word))
      if (!isBib && !spellings.some((spelling) => one.text.includes(spelling))) return false
    }
    return true
  }
}

/**
 * The entrants that match a search, in their order. An entrant whose bib is the whole text comes first.
 * @param passes leaves out entrants that it returns false for
 */
export function findEntrants<T>(all: readonly Searchable<T>[], text: string, passes: (entrant: T) => boolean): T[] {
  const typed = bibKey(text.trim())
  const fits = matches(text)
  const found: T[] = []
  const exact: T[] = []
  for (const one of all) {
    if (!fits(one) || !passes(one.entrant)) continue
    if (typed !== '' && holdsBib(one, typed)) exact.push(one.entrant)
    else found.push(one.entrant)
  }
  return exact.length > 0 ? [...exact, ...found] : found
}
