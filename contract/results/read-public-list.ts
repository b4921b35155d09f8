import { DISTANCES } from '../limits.ts'
import { PUBLIC_STATES } from './public-list.ts'
import type { PublicList } from './public-list-schema.ts'

/** The answer to a reader who has the list already. */
export type ListAnswer = PublicList | { unchanged: true }

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => value === null || typeof value === 'number'
const ROW: Record<string, (value: unknown) => boolean> = {
  bib: isText,
  name: isText,
  sex: isText,
  category: isText,
  state: (value) => (PUBLIC_STATES as readonly unknown[]).includes(value),
  time: isNumber,
  place: isNumber,
  sexPlace: isNumber,
  categoryPlace: isNumber,
  gap: isNumber,
  splits: (value) => Array.isArray(value) && value.every((one) => isText(one?.[0]) && Number.isInteger(one?.[1])),
}
const CHECKS = Object.entries(ROW)

/**
 * Reads a published list without zod: a visitor needs nothing else of it. A test holds that this says the same as the schema.
 * @throws TypeError if the body is none
 */
export function readListAnswer(body: unknown): ListAnswer {
  const list = body as PublicList & { unchanged?: unknown }
  if (list?.unchanged === true) return { unchanged: true }
  const { title, location, startDate, timeZone, distance } = list?.marathon ?? {}
  const isRight: Record<string, boolean> = {
    marathon: [title, location, startDate, timeZone].every(isText) && DISTANCES.some((one) => one === distance),
    state: list?.state === 'live' || list?.state === 'official',
    stamp: isText(list?.stamp),
    at: isText(list?.at),
    gun: isNumber(list?.gun),
    left: Number.isInteger(list?.left),
    rows: Array.isArray(list?.rows),
    corrections: Array.isArray(list?.corrections),
    leftCorrections: Number.isInteger(list?.leftCorrections),
  }
  for (const name of Object.keys(isRight)) if (!isRight[name]) throw new TypeError(name)
  for (const row of list.rows as unknown as Record<string, unknown>[])
    for (const [name, isRight] of CHECKS) if (!isRight(row?.[name])) throw new TypeError(name)
  return list
}
