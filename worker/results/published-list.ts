import { sql } from 'drizzle-orm'
import { expected } from '../../contract/errors.ts'
import { MAX_PUBLIC_CORRECTIONS, MAX_PUBLIC_RESULTS } from '../../contract/limits.ts'
import { type PublishedRow, publicList } from '../../contract/results/public-list.ts'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import { literal, rowsOf, runBatch } from '../db/client.ts'
import { cells, parsed } from '../reads/results.ts'
import { listOfRace, type Race, readRace, readRaceRows, untilUnchanged } from './race.ts'

// The list of results that everybody reads. One isolate reads it once a second for all who ask.

const KEPT_MS = 1000
/** A list that takes long is made less often: this many times what it took. */
const TIMES_KEPT = 10
const MOST_KEPT_MS = 5000
/** A phone that was told of a commit gets a list with it sooner. */
const LEAST_KEPT_MS = 200
/** Most characters of lists that an isolate keeps, about. */
const MOST_KEPT = 16_000_000

interface Kept {
  at: number
  /** Until when it is what everybody gets: for ever while it is made. */
  until: number
  /** Until when it is so for who knows of a newer commit too, and the newest commit that it has. */
  least: number
  seq: number
  list: Promise<Made | null>
}
/** A list as it was made: the stamp of its rows, the newest commit among them, and its JSON. */
interface Made {
  stamp: string
  seq: number
  json: string
}

const MAKING = { until: Number.POSITIVE_INFINITY, least: Number.POSITIVE_INFINITY, seq: 0 }
const kept = new Map<string, Kept>()
let size = 0

/**
 * The list of results of a marathon as JSON (`publicListSchema`), about a second old; null for a marathon that shows none.
 * Who asks while it is read waits for the same read.
 * @param reader.toldSeq the commit of which a live room told the reader: the list is made anew if it has only older ones
 * @param reader.count counts a read of D1 against who causes it
 * @param reader.waitUntil carries the read on where its first reader has gone
 */
export async function keptList(
  d1: D1Database,
  id: string,
  now: number,
  reader: { toldSeq?: number | undefined; count: () => Promise<void>; waitUntil: (work: Promise<unknown>) => void },
): Promise<string | null> {
  const { toldSeq = 0 } = reader
  const isFresh = ({ at, until, least, seq }: Kept) => now >= at && now < (toldSeq > seq ? least : until)
  let known = kept.get(id)
  if (!known || !isFresh(known)) {
    await reader.count()
    known = kept.get(id)
  }
  if (!known || !isFresh(known)) known = read(d1, id, now, known?.list)
  reader.waitUntil(known.list.catch(() => expected('no-answer', null)))
  return (await known.list)?.json ?? null
}

/** Starts to make a list that everybody gets. @param last what there was */
function read(d1: D1Database, id: string, now: number, last: Kept['list'] | undefined): Kept {
  const next: Kept = { at: now, ...MAKING, list: makeList(d1, id, last) }
  if (size > MOST_KEPT) forgetLists()
  kept.set(id, next)
  next.list.then(
    (made) => {
      const took = Date.now() - now
      next.until = now + Math.min(MOST_KEPT_MS, Math.max(KEPT_MS, took * TIMES_KEPT))
      next.least = now + Math.max(LEAST_KEPT_MS, took * 2)
      next.seq = made?.seq ?? 0
      size += made?.json.length ?? 100
    },
    () => {
      // Who asked is answered with it.
      expected('no-answer')
      if (kept.get(id) === next) kept.delete(id)
    },
  )
  return next
}

/** Forgets lists, so that the next reader gets what was just changed: a name that is hidden now is told to nobody here. */
export function forgetLists(ids?: Iterable<string>): void {
  if (ids) for (const id of ids) kept.delete(id)
  else {
    kept.clear()
    size = 0
  }
}

/** Makes the list, unless nothing has changed since the last one. */
async function makeList(d1: D1Database, id: string, last: Promise<Made | null> | undefined): Promise<Made | null> {
  const before = await last?.catch(() => expected('no-answer', null))
  return untilUnchanged(async () => {
    const race = await readRace(d1, id)
    if (!race || race.results === '' || race.hiddenAt !== null) return null
    if (before?.stamp === race.stamp) return before
    const list = race.results === 'official' ? await officialList(d1, race) : await liveList(d1, race)
    const seq = Math.max(...race.stamp.split('.').map(Number))
    return list && { stamp: race.stamp, seq, json: JSON.stringify(list) }
  })
}

async function liveList(d1: D1Database, race: Race): Promise<PublicList | undefined> {
  const read = await readRaceRows(d1, race)
  if (!read) return undefined
  const { rows, gun } = listOfRace(race, read)
  return { state: 'live', at: new Date().toISOString(), gun, ...cut(rows), corrections: [] }
}

function cut(rows: readonly PublishedRow[]): Pick<PublicList, 'rows' | 'left'> {
  const list = publicList(rows)
  return { rows: list.slice(0, MAX_PUBLIC_RESULTS), left: Math.max(0, list.length - MAX_PUBLIC_RESULTS) }
}

/** SQL for a row of `result r` (`PublishedRow`). */
export const PUBLISHED = sql`json_object('id', r.id, 'bib', r.bib, 'name', r.name,
  'hidesName', json(iif(r.hides_name, 'true', 'false')), 'sex', r.sex, 'category', r.category, 'state', r.state,
  'time', r.time, 'place', r.place, 'sexPlace', r.sex_place, 'categoryPlace', r.category_place,
  'splits', json(r.splits), 'reason', r.reason)`

async function officialList(d1: D1Database, race: Race): Promise<PublicList> {
  const [ofRows, ofCorrections] = await runBatch(d1, [
    cells(
      PUBLISHED,
      sql`r.place IS NULL, r.place, length(r.bib), r.bib`,
      sql`result r WHERE r.marathon_id = ${race.id}`,
    ),
    sql`SELECT json_object('_id', k.id, 'at', k.at, 'by', k.by_name, 'reason', k.reason,
        'before', iif(k.before = '', NULL, json(k.before)), 'after', json(k.after)) AS json FROM correction k
      WHERE k.marathon_id = ${race.id} ORDER BY k.seq DESC LIMIT ${literal(MAX_PUBLIC_CORRECTIONS)}`,
  ])
  const texts = (found: D1Result | undefined) => rowsOf<{ json: string }>(found).map(({ json }) => json)
  return {
    state: 'official',
    at: new Date().toISOString(),
    gun: null,
    ...cut(parsed<PublishedRow>(texts(ofRows))),
    corrections: parsed<PublicList['corrections'][number]>(texts(ofCorrections)),
  }
}
