import { personKey } from '../../../../contract/application.ts'
import type { Searchable } from '../../../marathon/find-entrants.ts'

type Name = { firstName: string; lastName: string }

/** The entrants with the same name (`personKey`), as far as this phone knows. */
export function namesakes<T extends Name>(all: readonly Searchable<T>[], { firstName, lastName }: Name): T[] {
  const key = personKey(firstName, lastName)
  // To fold 50,000 names once more would take too long. The prepared text begins with the folded name.
  const start = key.slice(0, 1)
  const likely = all.filter(({ text }) => text.startsWith(start))
  return likely.map(({ entrant }) => entrant).filter((one) => personKey(one.firstName, one.lastName) === key)
}
