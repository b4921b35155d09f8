import { bibKeyOf } from '../../store/rows/entrants.ts'

// One collator for all comparisons: `localeCompare` would build one for each pair.
const byText = new Intl.Collator(undefined, { sensitivity: 'base' })
const byNumber = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

interface Named {
  firstName: string
  lastName: string
}

/** Compares by the last name, then by the first one. */
export function byLastName(a: Named, b: Named): number {
  return byText.compare(a.lastName, b.lastName) || byText.compare(a.firstName, b.firstName)
}

/** Compares by the first name, then by the last one. */
export function byFirstName(a: Named, b: Named): number {
  return byText.compare(a.firstName, b.firstName) || byText.compare(a.lastName, b.lastName)
}

/** Compares by the bib. Who has none comes last. */
export function byBib(a: { bib: string | null }, b: { bib: string | null }): number {
  return Number(a.bib === null) - Number(b.bib === null) || byNumber.compare(bibKeyOf(a) ?? '', bibKeyOf(b) ?? '')
}
