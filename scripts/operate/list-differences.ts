import * as z from 'zod/mini'
import { invalidFrom } from '../../contract/invalid.ts'
import { resultFileSchema } from '../../contract/results/result-file.ts'
import { resultInput } from '../../contract/results/result-rows.ts'
import { resultsOf } from '../../contract/results/results.ts'

interface Checked {
  /** A line for each difference between the list of the file and the one that its rows make. */
  differences: string[]
  entries: number
  recordings: number
}

type Line = Record<string, unknown>

/**
 * Makes the list of results anew from the rows of a file (`resultFile`), and compares.
 * @throws Error that says what is wrong with the file
 */
export function checkResults(text: string): Checked {
  const { rows, list } = parsed(text)
  const made = resultsOf(resultInput(rows))
  const nameOf = new Map(
    [...made.rows, ...list.rows].map(({ entry, bib }) => [entry, bib === '' ? entry : `bib ${bib}`]),
  )
  const differences = [
    ...compared('the list', { gun: list.gun, ...list.counts }, { gun: made.gun, ...made.counts }),
    ...linesOf(
      list.rows,
      made.rows,
      ({ entry }) => entry,
      (entry) => nameOf.get(entry) ?? entry,
    ),
    ...linesOf(
      list.doubts,
      made.doubts,
      ({ id }) => id,
      (id) => `the doubt ${id}`,
    ),
  ]
  return { differences, entries: rows.entries.length, recordings: rows.recordings.length }
}

function parsed(text: string): z.output<typeof resultFileSchema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`This is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  const file = z.safeParse(resultFileSchema, value)
  if (file.success) return file.data
  throw new Error(`This is not a file of results: ${invalidFrom(file.error).message}`)
}

/** The differences of two lists, line by line, and whether they have one order. */
function linesOf<T extends object>(
  given: readonly T[],
  made: readonly T[],
  keyOf: (line: T) => string,
  nameOf: (key: string) => string,
): string[] {
  const [inFile, byRows] = [given, made].map((list) => Map.groupBy(list, keyOf)) as [Map<string, T[]>, Map<string, T[]>]
  const found = [...new Set([...inFile.keys(), ...byRows.keys()])].flatMap((key) => {
    const [ofFile = [], ofRows = []] = [inFile.get(key), byRows.get(key)]
    if (ofFile.length > ofRows.length) return [`${nameOf(key)}: in the file, and not by the rows`]
    if (ofFile.length < ofRows.length) return [`${nameOf(key)}: by the rows, and not in the file`]
    return ofFile.flatMap((line, index) => compared(nameOf(key), line as Line, ofRows[index] as Line))
  })
  if (found.length > 0) return found
  const at = given.findIndex((line, index) => keyOf(line) !== keyOf(made[index] as T))
  return at < 0 ? [] : [`${nameOf(keyOf(given[at] as T))}: in another place of the list`]
}

function compared(name: string, given: Line, made: Line): string[] {
  const fields = [...new Set([...Object.keys(given), ...Object.keys(made)])]
  const differing = fields.filter((field) => inOrder(given[field]) !== inOrder(made[field]))
  if (differing.length === 0) return []
  return [
    `${name}: ${differing.map((field) => `${field} is ${inOrder(given[field])}, by the rows ${inOrder(made[field])}`).join('; ')}`,
  ]
}

/** JSON with the fields of an object in one order. */
function inOrder(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return JSON.stringify(isObject ? Object.entries(value).sort() : value) ?? 'missing'
}
