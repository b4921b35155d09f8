import Dexie, { type InsertType, type Table } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import { type AccountDb, type OutboxRecord, positionOf } from '../account-db.ts'
import { PATIENCE_MS, RETRY_MS } from '../live-read.ts'
import { opsByTarget } from '../overlay.ts'
import { followWrites, type KeysOf } from './changed-rows.ts'
import { replaceSorted } from './sorted-list.ts'

// Only the screens of the organiser, of check-in and of the finish load this file.

/** A transaction that reads more rows keeps a scan waiting, and blocks the page. */
const ROWS_AT_ONCE = 5000
/** After a change is told, the next ones are gathered for so long. */
const PAUSE_MS = 250
/** Looking through all rows, or the whole queue, is not repeated for this many times as long as it took. */
const REST = 5

/** Which rows of a marathon are followed, and how they are shown. */
export interface Followed<Row extends { _id: string }, View> {
  /** It has an index `[marathonId+_id]`. */
  table: Table<Row, string, InsertType<Row, '_id'>>
  /** What the targets of its edits begin with. */
  prefix: `${string}:`
  marathonId: string
  /** The row as the user sees it; null for one that is not in the list. */
  viewOf: (row: Row | undefined, ops: OutboxRecord[]) => View | null
  /** The order of the list. */
  order: (a: View, b: View) => number
}

/**
 * Follows rows of a marathon with the queued edits over them. After a change it reads the rows that changed, and not all
 * 50,000, as a live query would. An index of local change numbers would cost every write. A row that did not change
 * stays the same object.
 *
 * Each row and its edits are read in one transaction (INV-14). Where it is not known what changed, all are read again,
 * but not often.
 * @param next gets a new list after each change
 * @returns a function that stops it
 */
export function followRows<Row extends { _id: string }, View extends { _id: string }>(
  db: AccountDb,
  followed: Followed<Row, View>,
  next: (views: View[]) => void,
  fail: (error: unknown) => void,
): () => void {
  const { prefix, viewOf, order, table } = followed
  /** By their ids. Most lists are looked at and never change, so it is made at the first change. */
  let views: Map<string, View> | undefined
  const edits: KnownEdits = new Map()
  const changes = new Changes(table.name, prefix)
  let sorted: View[] | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let hasLeft = false
  let readAt = Number.NEGATIVE_INFINITY
  let failingSince: number | undefined

  /** Reads as soon as it may, if there is something to read. */
  const schedule = () => {
    clearTimeout(timer)
    const due = changes.dueAt()
    if (isReading || hasLeft || due === Number.POSITIVE_INFINITY) return
    timer = setTimeout(run, Math.max(0, Math.max(due, readAt + PAUSE_MS) - performance.now()))
  }

  const run = async () => {
    isReading = true
    try {
      await read()
      failingSince = undefined
    } catch (error) {
      // What this read took and found is lost, so the next read reads everything.
      changes.isAllUnknown = true
      views = undefined
      failingSince ??= performance.now()
      if (performance.now() - failingSince >= PATIENCE_MS && !hasLeft) fail(error)
    }
    isReading = false
    readAt = performance.now() + (failingSince === undefined ? 0 : RETRY_MS)
    schedule()
  }

  const read = async () => {
    const { isAll, isQueue, touched, rest } = changes.take(edits)
    if (sorted) views ??= new Map(sorted.map((view) => [view._id, view]))
    if (isAll) {
      edits.clear()
      for (const id of views?.keys() ?? []) touched.add(id)
    }
    if (isQueue) await compareQueue(db, prefix, edits, touched)
    const gone = new Set<View>()
    const added: View[] = []
    const look = (id: string, row: Row | undefined, ops: OutboxRecord[] = []) => {
      if (touched.size > 0) touched.delete(id)
      for (const edit of ops) edits.set(positionOf(edit), { id, state: edit.state })
      const before = views?.get(id)
      const view = viewOf(row, ops)
      if (before && view && isSame(before, view)) return
      if (before) gone.add(before)
      if (view) added.push(view)
      if (view) views?.set(id, view)
      else views?.delete(id)
    }
    // Many rows are read faster in their order than one by one.
    const isMany = isAll || (touched.size > 100 && touched.size * 10 > (views?.size ?? 0))
    for (let after = isMany ? '' : undefined; after !== undefined && !hasLeft; ) {
      const { found, ops, last } = await readNext(db, followed, after)
      for (const row of found) {
        // Most rows have no edits, and there may be 50,000.
        const target = ops.size === 0 ? '' : prefix + row._id
        look(row._id, row, ops.get(target))
        ops.delete(target)
      }
      // Rows that only the queue has.
      for (const [target, ofOne] of ops) look(target.slice(prefix.length), undefined, ofOne)
      after = last
    }
    const wanted = [...touched]
    for (let from = 0; from < wanted.length && !hasLeft; from += ROWS_AT_ONCE) {
      const part = wanted.slice(from, from + ROWS_AT_ONCE)
      const { found, ops } = await readPart(db, followed, part)
      for (const [index, id] of part.entries()) look(id, found[index], ops.get(prefix + id))
    }
    rest()
    if (hasLeft || (sorted && gone.size === 0 && added.length === 0)) return
    sorted = replaceSorted(sorted ?? [], gone, added, order)
    next(sorted)
  }

  const stopFollowing = followWrites(db, (keysOf) => {
    changes.note(keysOf)
    schedule()
  })
  schedule()
  return () => {
    hasLeft = true
    clearTimeout(timer)
    stopFollowing()
  }
}

/** What is known of the queued edits of the rows, by their position. */
type KnownEdits = Map<number, { id: string; state: OutboxRecord['state'] }>

/** What has changed since the rows were read. At first nothing is known. */
class Changes {
  isAllUnknown = true
  #isQueueUnknown = false
  readonly #table: string
  readonly #prefix: string
  #ids = new Set<string>()
  #positions: number[] = []
  /** When all rows, and the whole queue, may be looked through again. */
  #allNotBefore = Number.NEGATIVE_INFINITY
  #queueNotBefore = Number.NEGATIVE_INFINITY

  constructor(table: string, prefix: string) {
    this.#table = table
    this.#prefix = prefix
  }

  /** Notes a write. */
  note(keysOf: KeysOf) {
    const rows = [keysOf(this.#table), keysOf(this.#table, ':dels')]
    const queue = [keysOf('outbox'), keysOf('outbox', ':dels'), keysOf('outbox', 'target')]
    this.isAllUnknown ||= rows.includes(null)
    this.#isQueueUnknown ||= queue.includes(null)
    for (const key of rows.flatMap((keys) => keys ?? [])) this.#ids.add(String(key))
    for (const key of queue.flatMap((keys) => keys ?? [])) {
      if (typeof key === 'number') this.#positions.push(key)
      else if (String(key).startsWith(this.#prefix)) this.#ids.add(String(key).slice(this.#prefix.length))
    }
  }

  /** @returns the time from which on there is something to read, ms; infinity if there is nothing */
  dueAt(): number {
    return Math.min(
      this.#ids.size > 0 || this.#positions.length > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
      this.#isQueueUnknown ? this.#queueNotBefore : Number.POSITIVE_INFINITY,
      this.isAllUnknown ? this.#allNotBefore : Number.POSITIVE_INFINITY,
    )
  }

  /**
   * Takes what may be read now. What is noted from now on is for the next time.
   * @param edits what is known of the queue. Those that changed are taken out
   * @returns the rows to read, whether all of them or the whole queue must be looked through, and a function
   *   to call after that, which delays the next time
   */
  take(edits: KnownEdits) {
    const began = performance.now()
    const isAll = this.isAllUnknown && began >= this.#allNotBefore
    const isQueue = this.#isQueueUnknown && began >= this.#queueNotBefore && !isAll
    const touched = this.#ids
    for (const position of this.#positions) {
      const edit = edits.get(position)
      if (edit) touched.add(edit.id)
      edits.delete(position)
    }
    this.#ids = new Set()
    this.#positions = []
    if (isAll || isQueue) this.#isQueueUnknown = false
    if (isAll) this.isAllUnknown = false
    const rest = () => {
      const ended = performance.now()
      if (isAll) this.#allNotBefore = ended + REST * (ended - began)
      if (isQueue) this.#queueNotBefore = ended + REST * (ended - began)
    }
    return { isAll, isQueue, touched, rest }
  }
}

/**
 * Finds the rows whose queued edits changed, by the keys alone: 50,000 bibs may be queued.
 * @param known what was known of the queue. What has left it is taken out
 * @param touched gets the rows
 */
async function compareQueue(db: AccountDb, prefix: string, known: KnownEdits, touched: Set<string>): Promise<void> {
  const [positions, targets, waiting, parked] = await db.transaction('r', db.outbox, () => {
    const edits = () => db.outbox.where('target').startsWith(prefix)
    const inState = (state: OutboxRecord['state']) => db.outbox.where('state').equals(state).primaryKeys()
    return Promise.all([edits().primaryKeys(), edits().keys(), inState('waiting'), inState('parked')])
  })
  const isWaiting = new Set(waiting)
  const isParked = new Set(parked)
  const isQueued = new Set(positions)
  for (const [n, { id }] of known) {
    if (isQueued.has(n)) continue
    known.delete(n)
    touched.add(id)
  }
  for (const [index, n] of positions.entries()) {
    const state = isWaiting.has(n) ? 'waiting' : isParked.has(n) ? 'parked' : 'settled'
    if (known.get(n)?.state !== state) touched.add(String(targets[index]).slice(prefix.length))
  }
}

/** Reads rows and their queued edits. @returns a row or undefined for each id */
function readPart<Row extends { _id: string }>(
  db: AccountDb,
  { table, prefix }: Pick<Followed<Row, never>, 'table' | 'prefix'>,
  ids: string[],
) {
  return db.transaction('r', table, db.outbox, async () => {
    const edits = db.outbox.where('target').anyOf(ids.map((id) => prefix + id))
    const [found, ops] = await Promise.all([table.bulkGet(ids), edits.sortBy('n')])
    return { found, ops: opsByTarget(ops) }
  })
}

/**
 * Reads the next rows of the marathon in the order of their ids, and all queued edits up to the last one.
 * @param after the last id that was read; '' at first
 * @returns `last`, from which to read on; undefined if there are no more
 */
function readNext<Row extends { _id: string }>(
  db: AccountDb,
  { table, prefix, marathonId }: Pick<Followed<Row, never>, 'table' | 'prefix' | 'marathonId'>,
  after: string,
) {
  return db.transaction('r', table, db.outbox, async () => {
    const rows = table.where('[marathonId+_id]').between([marathonId, after], [marathonId, Dexie.maxKey], false)
    const found = await rows.limit(ROWS_AT_ONCE).toArray()
    const last = found.length < ROWS_AT_ONCE ? undefined : found.at(-1)?._id
    const edits = db.outbox.where('target').between(prefix + after, prefix + (last ?? '\uffff'), false, true)
    return { found, ops: opsByTarget(await edits.sortBy('n')), last }
  })
}

/** The generation of a row is not shown. A view has it, and its type does not. */
const NOT_SHOWN = 'gen'

/** Do two versions of a row look the same? */
function isSame<View extends object>(a: View, b: View): boolean {
  const names = Object.keys(b)
  return (
    names.length === Object.keys(a).length &&
    names.every((name) => name === NOT_SHOWN || Reflect.get(a, name) === Reflect.get(b, name))
  )
}

/**
 * What `follow` tells, live; undefined until it tells something.
 * @param follow returns a function that stops it
 */
export function useFollowed<T>(
  follow: (next: (value: T) => void, fail: (error: unknown) => void) => () => void,
  deps: readonly unknown[],
): T | undefined {
  return useObservable(
    () => ({
      // Without this, the hook would begin to read once more, only to see whether there is a value already.
      hasValue: () => false,
      getValue: () => undefined as T,
      subscribe: (next: (value: T) => void, fail: (error: unknown) => void = () => undefined) => follow(next, fail),
    }),
    [...deps],
  )
}
