import type { Distance } from '../../../contract/limits.ts'
import type { MarathonFields, MarathonPatch } from '../../../contract/marathon.ts'
import { helps, organises } from '../../../contract/roles.ts'
import { findsIn, searchText } from '../../../contract/text/fold-text.ts'
import { dayIn, isRegistrationOpen } from '../../../contract/time/dates.ts'
import { useAccount } from '../account-context.tsx'
import { type AccountDb, FIRST_SYNC, type MarathonRecord } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { newRowId } from '../new-id.ts'
import { changedFields, enqueueOps } from '../outbox.ts'
import { type Author, type MarathonView, opsByTarget, overlayMarathon } from '../overlay.ts'
import { compareBy } from './compare-by.ts'
import { ownRows } from './own-rows.ts'
import { RACE_LASTS_MS } from './race-phase.ts'

/** Which marathons a list shows. All filters work offline, on the rows that this phone stores. */
export interface MarathonFilter {
  /**
   * By date of creation, or by start: first those that are not finished, the soonest first, then the finished ones, the
   * last one first.
   */
  sort: 'asc' | 'desc' | 'soonest'
  /** Only the user's own marathons. */
  mine?: boolean
  /** Part of the title or the place. Upper and lower case do not matter. */
  text?: string
  distance?: Distance | undefined
  /** `yyyy-mm` of the start, in the marathon's own time zone. */
  month?: string
  openOnly?: boolean
  /** For `openOnly` and `soonest`: ms by the server's clock. Without it, the time when the list is read. */
  now?: number
  /** Without the cancelled ones. */
  takesPlace?: boolean
  /** The largest number of rows. It grows while the user scrolls. */
  limit: number
}

/** The first rows of a list, and whether more rows follow. */
export interface MarathonPage {
  rows: MarathonView[]
  hasMore: boolean
}

/**
 * A list of marathons with its order, live. Undefined until it is read; the list before until another one is.
 */
export function useMarathons(filter: MarathonFilter): (MarathonPage & Pick<MarathonFilter, 'sort'>) | undefined {
  const { db, author } = useAccount()
  return useLiveRead(
    async () => ({ ...(await readMarathons(db, author, filter)), sort: filter.sort }),
    [db, JSON.stringify(filter)],
  )
}

/** How many marathons match, live. Undefined until they are counted. */
export function useMarathonCount(filter: Omit<MarathonFilter, 'sort' | 'limit'>): number | undefined {
  const { db, author } = useAccount()
  return useLiveRead(async () => {
    const { rows } = await readMarathons(db, author, { ...filter, sort: 'asc', limit: Infinity })
    return rows.length
  }, [db, JSON.stringify(filter)])
}

/**
 * One marathon with the queued edits over it, live. Null if this phone does not have it, undefined until it is read.
 */
export function useMarathon(id: string): MarathonView | null | undefined {
  const { db, author } = useAccount()
  return useLiveRead(() => readMarathon(db, author, id), [db, id])
}

/**
 * Reads row and outbox in one transaction. If a response arrived between two separate reads, an edit would be in
 * neither (INV-14).
 */
export function readMarathon(db: AccountDb, author: Author, id: string): Promise<MarathonView | null> {
  return db.transaction('r', db.marathons, db.outbox, async () => {
    const [row, ops] = await Promise.all([
      db.marathons.get(id),
      db.outbox.where('target').equals(`marathon:${id}`).sortBy('n'),
    ])
    return overlayMarathon(row, ops, author)
  })
}

/**
 * Reads the first rows of a list. Without a filter it reads about as many rows as it returns, however many this phone
 * stores.
 */
export function readMarathons(db: AccountDb, author: Author, filter: MarathonFilter): Promise<MarathonPage> {
  return db.transaction('r', db.marathons, db.outbox, db.sync, async () => {
    // Only where it is needed: the record changes with each pass, and the list would be read again.
    if ((!filter.openOnly && filter.sort !== 'soonest') || filter.now !== undefined) return readPage(db, author, filter)
    const { serverOffsetMs } = (await db.sync.get('sync')) ?? FIRST_SYNC
    return readPage(db, author, { ...filter, now: Date.now() + serverOffsetMs })
  })
}

/** Reads the marathons of others where the user helps. A helper edits none of them, so no edit is queued. */
export async function readHelping(db: AccountDb): Promise<MarathonView[]> {
  // Booleans cannot be an index. An array of all rows is read faster than a filter goes through them.
  const rows = (await db.marathons.toArray()).filter(helps)
  return rows.map((row) => ({ ...row, pending: null }))
}

async function readPage(db: AccountDb, author: Author, filter: MarathonFilter): Promise<MarathonPage> {
  const outbox = await db.outbox.where('target').startsWith('marathon:').sortBy('n')
  const edits = opsByTarget(outbox)
  const shown = (row: MarathonRecord | undefined, id: string) => {
    const view = overlayMarathon(row, edits.get(`marathon:${id}`) ?? [], author)
    return view && matches(view, filter) ? view : null
  }
  // A queued edit may make a marathon, delete it or move its start. So these are read apart, and put where they belong.
  const editedIds = [...new Set(outbox.map(({ op }) => op.id))]
  const edited = (await db.marathons.bulkGet(editedIds)).flatMap((row, n) => shown(row, editedIds[n] ?? '') ?? [])
  const rows: MarathonView[] = []
  for (const part of partsOf(db, filter)) {
    // Reads chunks, because an IndexedDB cursor takes a turn of the event loop for each row. Without a filter one chunk
    // is enough.
    for (let from = 0, size = filter.limit + 1; rows.length <= filter.limit; from += size, size *= 2) {
      const chunk = await part().offset(from).limit(size).toArray()
      for (const row of chunk) {
        const view = edits.has(`marathon:${row._id}`) ? null : shown(row, row._id)
        if (view) rows.push(view)
      }
      if (chunk.length < size) break
    }
  }
  rows.push(...edited)
  rows.sort(comparatorOf(filter))
  return { rows: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit }
}

/** The stored marathons in the order of the list, in one part or two. */
function partsOf(db: AccountDb, filter: MarathonFilter) {
  const { sort, mine } = filter
  if (sort === 'soonest') {
    const since = notFinishedSince(filter)
    return [
      () => db.marathons.where('startDate').aboveOrEqual(since),
      () => db.marathons.where('startDate').below(since).reverse(),
    ]
  }
  return [
    () => {
      const all = mine ? ownRows(db.marathons) : db.marathons.orderBy('createdAt')
      return sort === 'desc' ? all.reverse() : all
    },
  ]
}

function comparatorOf(filter: MarathonFilter): (a: MarathonView, b: MarathonView) => number {
  if (filter.sort !== 'soonest') return compareBy('createdAt', filter.sort)
  const since = notFinishedSince(filter)
  const isFinished = ({ startDate }: MarathonView) => startDate < since
  return (a, b) => {
    if (isFinished(a) !== isFinished(b)) return isFinished(a) ? 1 : -1
    return compareBy('startDate', isFinished(a) ? 'desc' : 'asc')(a, b)
  }
}

/** Marathons that started before are finished. */
function notFinishedSince({ now = Date.now() }: MarathonFilter): string {
  return new Date(now - RACE_LASTS_MS).toISOString()
}

function matches(row: MarathonView, filter: MarathonFilter): boolean {
  if (filter.mine && !organises(row)) return false
  if (filter.distance && row.distance !== filter.distance) return false
  if (filter.month && monthOf(row) !== filter.month) return false
  if (filter.openOnly && !isRegistrationOpen(row, filter.now ?? Date.now())) return false
  if (filter.takesPlace && row.cancelled) return false
  return !filter.text?.trim() || findsIn(filter.text)(searchText(`${row.title} ${row.location}`))
}

/** `yyyy-mm` of the start as the card shows it; in UTC if this browser does not know the zone. */
function monthOf({ startDate, timeZone }: MarathonView): string {
  const day = dayIn(timeZone, startDate)
  return (day.startsWith('NaN') ? startDate : day).slice(0, 'yyyy-mm'.length)
}

/** Stores a new marathon on this phone and queues it. @returns the op ids */
export function createMarathon(db: AccountDb, fields: MarathonFields, id = newRowId(db)): Promise<string[]> {
  return enqueueOps(db, [{ type: 'marathon.create', id, patch: fields }])
}

/**
 * Queues the fields that differ between what the user saw and what the user wants. @returns the op ids; empty if no
 * field differs
 */
export async function updateMarathon(db: AccountDb, seen: MarathonView, next: MarathonPatch): Promise<string[]> {
  const change = changedFields(seen, next)
  // Another picture of the same size: without a size its own would count as unknown.
  if (change && 'image' in change.patch && next.imageSize !== undefined) {
    change.patch.imageSize = next.imageSize
    change.base.imageSize = seen.imageSize
  }
  return change ? enqueueOps(db, [{ type: 'marathon.update', id: seen._id, ...change }]) : []
}

/** Queues the draw of a ballot. The server decides whether it may be drawn. @returns the op ids */
export function drawMarathon(db: AccountDb, id: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'marathon.draw', id }])
}

/** Lets everybody read the live results of a marathon, or not any more. @returns the op ids */
export function publishResults(db: AccountDb, id: string, results: '' | 'live'): Promise<string[]> {
  return enqueueOps(db, [{ type: 'marathon.publish', id, patch: { results } }])
}

/** Queues the deletion of a marathon. @returns the op ids */
export function deleteMarathon(db: AccountDb, id: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'marathon.delete', id }])
}
