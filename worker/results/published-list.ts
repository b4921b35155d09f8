import { type SQL, sql } from 'drizzle-orm'
import { expected } from '../../contract/errors.ts'
import { type Distance, MAX_PUBLIC_CORRECTIONS, MAX_PUBLIC_LENGTH, MAX_PUBLIC_RESULTS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { type PublishedRow, publicList } from '../../contract/results/public-list.ts'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import { literal, rowsOf, runBatch } from '../db/client.ts'
import { cells, parsed } from '../reads/results.ts'
import { isRecorded, listOfRace, peopleOf, type Race, readRace, readRaceRows, untilUnchanged } from './race.ts'

// The list of results that everybody reads. One isolate asks D1 once a second for all who ask, by one cheap statement
// that tells whether anything changed.

/** How long a list is what everybody gets. */
const KEPT_MS = 1000
/** New times alone make a list that takes long anew less often: after this many times what it took. */
const TIMES_KEPT = 10
const MOST_KEPT_MS = 5000
/** Whoever comes so much later does not wait for it: the request that makes a list may have been ended. */
const MAKING_MS = 30_000
/** Most characters of lists that an isolate keeps, about. */
const MOST_KEPT = 16_000_000

interface Kept {
  at: number
  /** Until when it is what everybody gets. */
  until: number
  list: Promise<Made | null>
  /** The list, once it is made. */
  made: Made | null
  size: number
}
/** A list as it was made: the stamp of its rows, and its JSON. */
interface Made {
  stamp: string
  json: string
  /** When D1 was asked last whether this is the list. */
  readAt: number
  /** Until when it stays without the newest recordings and rulings. */
  restsUntil: number
}

/** One of `listAnswerSchema`. */
const UNCHANGED = JSON.stringify({ unchanged: true })
/** Who asks for a list. */
interface Reader {
  /** That of the list which the reader has: the answer says where it is still the same. */
  stamp?: string | undefined
  /** The commit of which a live room told the reader, who waits for a list with it. */
  toldSeq?: number | undefined
  /** Counts a read of D1 against who causes it. @throws Problem RATE_LIMITED */
  count: () => Promise<void>
  /** Carries the read on where its first reader has gone. */
  waitUntil: (work: Promise<unknown>) => void
}

const kept = new Map<string, Kept>()
/** Whoever is counted for the next read of a list. */
const counting = new Map<string, Promise<void>>()
let size = 0

/**
 * The list of results of a marathon as JSON (`publicListSchema`), a second old, or up to five where it takes long; null for
 * a marathon that shows none. A name that is hidden is gone within a second, however long the list takes. Who asks while
 * it is read waits for the same read.
 */
export async function keptList(d1: D1Database, id: string, now: () => number, reader: Reader): Promise<string | null> {
  const { toldSeq = 0 } = reader
  const askedAt = now()
  for (;;) {
    let known = fresh(id, now())
    if (!known) {
      const counted = counting.get(id)
      if (counted) {
        // A crowd behind one address causes one read. Whoever is refused leaves it to the next.
        await counted.catch(() => expected('told'))
        continue
      }
      await count(id, reader)
      known = fresh(id, now()) ?? read(d1, id, now)
    }
    reader.waitUntil(known.list.catch(() => expected('no-answer', null)))
    const made = await known.list
    if (!made || made.readAt >= askedAt || toldSeq <= newestOf(made))
      return made && (made.stamp === reader.stamp ? UNCHANGED : made.json)
    const pause = Math.max(known.until, made.restsUntil) - now()
    await new Promise((resolve) => setTimeout(resolve, Math.min(MOST_KEPT_MS, pause)))
  }
}

/** Counts the read that a reader causes, also where the reader has gone: others wait for it. @throws Problem RATE_LIMITED */
function count(id: string, reader: Reader): Promise<void> {
  const counted = reader.count().finally(() => counting.delete(id))
  counting.set(id, counted)
  reader.waitUntil(counted.catch(() => expected('told')))
  return counted
}

function fresh(id: string, now: number): Kept | undefined {
  const known = kept.get(id)
  return known && now >= known.at && now < known.until ? known : undefined
}

/** The newest commit that a list has. */
const newestOf = ({ stamp }: Made) => Math.max(...stamp.split('.').map(Number))

/** Starts to make a list that everybody gets. */
function read(d1: D1Database, id: string, now: () => number): Kept {
  if (size > MOST_KEPT) forgetLists()
  const [last, at] = [kept.get(id), now()]
  const list = makeList(d1, id, now, last?.made ?? null)
  const next: Kept = { at, until: at + MAKING_MS, list, made: null, size: 0 }
  kept.set(id, next)
  size -= last?.size ?? 0
  next.list.then(
    (made) => {
      next.until = at + KEPT_MS
      next.made = made
      if (kept.get(id) !== next) return
      next.size = made?.json.length ?? 100
      size += next.size
    },
    (error: unknown) => {
      // Who asked is answered with it. That a list is too large is an answer, which costs as much as the list.
      expected('no-answer')
      if (error instanceof Problem) next.until = now() + KEPT_MS
      else if (kept.get(id) === next) kept.delete(id)
    },
  )
  return next
}

/** Forgets lists, so that the next reader gets what was just changed: a name that is hidden now is told to nobody here. */
export function forgetLists(ids: Iterable<string> = [...kept.keys()]): void {
  for (const id of ids) {
    size -= kept.get(id)?.size ?? 0
    kept.delete(id)
  }
}

/** Makes the list, unless nothing has changed since the last one, or nothing but times, and it rests. */
async function makeList(d1: D1Database, id: string, now: () => number, before: Made | null): Promise<Made | null> {
  return untilUnchanged(async () => {
    const readAt = now()
    const race = await readRace(d1, id)
    if (!race || race.results === '' || race.hiddenAt !== null) return null
    if (before?.stamp === race.stamp) return { ...before, readAt }
    if (before && readAt < before.restsUntil && peopleOf(before.stamp) === peopleOf(race.stamp)) return before
    const list = race.results === 'official' ? await officialList(d1, race) : await liveList(d1, race)
    if (!list) return undefined
    const json = JSON.stringify(list)
    const restsUntil = readAt + Math.min(MOST_KEPT_MS, Math.max(KEPT_MS, (now() - readAt) * TIMES_KEPT))
    return { stamp: race.stamp, json, readAt, restsUntil }
  })
}

async function liveList(d1: D1Database, race: Race): Promise<PublicList | undefined> {
  const read = await readRaceRows(d1, race)
  if (!read) return undefined
  const { rows, gun } = listOfRace(race, read)
  const erased = new Set(read.entries.filter(({ isErased }) => isErased).map(({ id }) => id))
  const shown = rows.filter((row) => !erased.has(row.id) || isRecorded(row))
  return {
    ...headOf(race),
    state: 'live',
    at: new Date().toISOString(),
    gun,
    ...cut(shown),
    corrections: [],
    leftCorrections: 0,
  }
}

/** What a list is of. */
function headOf({
  title,
  location,
  startDate,
  timeZone,
  distance,
  stamp,
}: Race): Pick<PublicList, 'marathon' | 'stamp'> {
  return { marathon: { title, location, startDate, timeZone, distance: distance as Distance }, stamp }
}

/** The rows of a list that everybody reads, the first ones, and how many more there are. */
function cut(rows: readonly PublishedRow[]): Pick<PublicList, 'rows' | 'left'> {
  const list = publicList(rows)
  let characters = 0
  const shown = list.slice(0, MAX_PUBLIC_RESULTS)
  const end = shown.findIndex((row) => {
    characters += JSON.stringify(row).length
    return characters > MAX_PUBLIC_LENGTH
  })
  const fitting = end < 0 ? shown : shown.slice(0, end)
  return { rows: fitting, left: list.length - fitting.length }
}

/** SQL for a row of `result r` (`PublishedRow`). */
export const PUBLISHED = sql`json_object('id', r.id, 'bib', r.bib, 'name', r.name,
  'hidesName', json(iif(r.hides_name, 'true', 'false')), 'sex', r.sex, 'category', r.category, 'state', r.state,
  'time', r.time, 'place', r.place, 'sexPlace', r.sex_place, 'categoryPlace', r.category_place,
  'splits', json(r.splits), 'reason', r.reason)`

/** The statement that reads what was corrected of a list, the newest first, as JSON. */
export function correctionsOf(marathonId: string): SQL {
  return sql`SELECT json_object('_id', k.id, 'at', k.at, 'by', k.by_name, 'reason', k.reason,
        'before', iif(k.before = '', NULL, json(k.before)), 'after', json(k.after)) AS json FROM correction k
      WHERE k.marathon_id = ${marathonId} ORDER BY k.seq DESC LIMIT ${literal(MAX_PUBLIC_CORRECTIONS)}`
}

/** The rows of `correctionsOf`. */
export function parsedCorrections(rows: readonly { json: string }[]): PublicList['corrections'] {
  return parsed(rows.map(({ json }) => json))
}

async function officialList(d1: D1Database, race: Race): Promise<PublicList> {
  const [ofRows, ofCorrections, ofCount] = await runBatch(d1, [
    cells(
      PUBLISHED,
      sql`r.place IS NULL, r.place, length(r.bib), r.bib`,
      sql`result r WHERE r.marathon_id = ${race.id}`,
    ),
    correctionsOf(race.id),
    sql`SELECT count(*) AS n, (SELECT min(official_at) FROM result WHERE marathon_id = ${race.id}) AS at
      FROM correction WHERE marathon_id = ${race.id}`,
  ])
  const texts = (found: D1Result | undefined) => rowsOf<{ json: string }>(found).map(({ json }) => json)
  const corrections = parsedCorrections(rowsOf(ofCorrections))
  const [count] = rowsOf<{ n: number; at: string | null }>(ofCount)
  return {
    ...headOf(race),
    state: 'official',
    // Nobody ran: there is no row with the time.
    at: count?.at ?? new Date().toISOString(),
    gun: null,
    ...cut(parsed<PublishedRow>(texts(ofRows))),
    corrections,
    leftCorrections: (count?.n ?? 0) - corrections.length,
  }
}
