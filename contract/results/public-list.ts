import { bandCode, categoriesOf, sexOf } from '../questions/categories.ts'
import { type Answers, questionsOf } from '../questions/questions.ts'
import { sha256 } from '../text/sha-256.ts'
import type { ENTRY_STATES } from './recording.ts'
import type { Results } from './results.ts'

// What everybody may read of the results. Without zod, because screens need it.

/** Who was at the start is in the list. Who only registered is nobody's business. */
export const PUBLIC_STATES = ['started', 'finished', 'retired', 'disqualified'] as const
type PublicState = (typeof PUBLIC_STATES)[number]

/** What the list says of an entry beside its result. */
export interface PublishedEntry {
  id: string
  /** As it is written; '' for none. */
  bib: string
  name: string
  hidesName: boolean
  /** '' where the marathon does not ask it, and where nobody said it. */
  sex: string
  /** The code of a band (contract/questions/categories); '' for none. */
  category: string
}

/** A row of the list before it is published: it has the name of who hides it. */
export interface PublishedRow extends PublishedEntry {
  state: (typeof ENTRY_STATES)[number]
  /** From the gun to the finish in ms. */
  time: number | null
  place: number | null
  sexPlace: number | null
  categoryPlace: number | null
  splits: [point: string, time: number][]
  reason: string
}

/** A row as everybody reads it. */
export interface PublicResult {
  bib: string
  /** '' for who hides the name. */
  name: string
  sex: string
  category: string
  state: PublicState
  time: number | null
  place: number | null
  sexPlace: number | null
  categoryPlace: number | null
  /** Behind the first, in ms. */
  gap: number | null
  /** The points in their order, with the time from the gun to each in ms. */
  splits: [point: string, time: number][]
}

/** What a marathon asks, and when it starts. */
interface Asked {
  questions: string
  categories: string
  startDate: string
  timeZone: string
}
interface Entrant {
  _id: string
  bib: string | null
  firstName: string
  lastName: string
  hidesName: boolean
}

/** Makes the function that says what the list of a marathon needs of an application, its answers being fields. */
export function publishedEntriesOf(marathon: Asked): (entrant: Entrant & Answers) => PublishedEntry {
  const categoryOf = categoriesOf(marathon)
  const questions = questionsOf(marathon)
  return (entrant) => {
    const band = categoryOf(entrant)
    const sex = sexOf(questions, entrant)
    return {
      id: entrant._id,
      bib: entrant.bib ?? '',
      name: `${entrant.firstName} ${entrant.lastName}`.trim(),
      hidesName: entrant.hidesName,
      sex: sex === 'N' ? '' : sex,
      category: band ? bandCode(band) : '',
    }
  }
}

/** The rows of a list with all places, in its order. Entries that are not known are left out. */
export function publishedRows({ rows }: Results, entries: readonly PublishedEntry[]): PublishedRow[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const found = rows.flatMap(({ entry: id, state, time, place, splits, reason }): PublishedRow[] => {
    const entry = known.get(id)
    if (!entry) return []
    const isTimed = state === 'finished'
    return [
      { ...entry, state, time: isTimed ? time : null, place, sexPlace: null, categoryPlace: null, splits, reason },
    ]
  })
  for (const [group, places] of [
    ['sex', 'sexPlace'],
    ['category', 'categoryPlace'],
  ] as const) {
    const finished = found.filter((row) => row.place !== null && row[group] !== '')
    for (const rowsOfGroup of Map.groupBy(finished, (row) => row[group]).values()) {
      for (const [index, row] of rowsOfGroup.entries()) {
        const before = rowsOfGroup[index - 1]
        row[places] = before && before.time === row.time ? before[places] : index + 1
      }
    }
  }
  return found
}

/** Is the row in the list that everybody reads? */
export function isPublic<Row extends Pick<PublishedRow, 'state'>>(row: Row): row is Row & { state: PublicState } {
  return (PUBLIC_STATES as readonly string[]).includes(row.state)
}

/** The list as everybody reads it, of rows in its order. */
export function publicList(rows: readonly PublishedRow[]): PublicResult[] {
  const first = rows.find(({ place }) => place === 1)?.time ?? null
  return rows.filter(isPublic).map(({ id: _id, hidesName, name, reason: _reason, ...row }) => ({
    ...row,
    name: hidesName ? '' : name,
    gap: row.place === null || row.time === null || first === null ? null : row.time - first,
  }))
}

/** What an official row says that a correction alone changes. Places follow from all rows. */
export interface OfficialFacts {
  bib: string
  state: (typeof ENTRY_STATES)[number]
  time: number | null
  splits: [point: string, time: number][]
  sex: string
  category: string
}

/** These of a row, the points in one order. */
export function factsOf({ bib, state, time, splits, sex, category }: OfficialFacts): OfficialFacts {
  return { bib, state, time, splits: splits.toSorted(([a], [b]) => (a < b ? -1 : 1)), sex, category }
}

/**
 * A hash of a list. Who makes it official sends that of the list on the screen, so that nobody signs another one. It has no
 * names, which people may change at any time.
 */
export function digestOf(rows: readonly PublishedRow[]): string {
  const lines = rows
    .filter(isPublic)
    .map((row) => JSON.stringify([row.id, row.place, factsOf(row)]))
    .sort()
  return Array.from(sha256(lines.join('\n')), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
