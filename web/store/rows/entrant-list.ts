import { type AccountDb, type ApplicationRecord, type OutboxRecord, positionOf } from '../account-db.ts'
import { PATIENCE_MS, RETRY_MS } from '../live-read.ts'
import { type ApplicationView, opsByTarget, overlayApplication } from '../overlay.ts'
import { followWrites, type KeysOf } from './changed-rows.ts'
import { compareBy } from './compare-by.ts'
import { replaceSorted } from './sorted-list.ts'

// Only the screens of the organiser and of check-in load this file.

/** A transaction that reads more rows keeps a scan waiting, and blocks the page. */
const ROWS_AT_ONCE = 1000
/** After a change is told, the next ones are gathered for so long. */
const PAUSE_MS = 250
/** Looking through all entrants, or the whole queue, is not repeated for this many times as long as it took. */
const REST = 5

const PREFIX = 'application:'
const byCreatedAt = compareBy('createdAt')
const byId = compareBy('_id')

/** The order of the entrants: oldest first. A helper's phone has no times. */
export function byAge(a: ApplicationView, b: ApplicationView): number {
  return byCreatedAt(a, b) || byId(a, b)
}

/**
 * Follows the entrants of a marathon, oldest first, with the queued edits over them. After a change it reads the
 * entrants that changed, and not all 50,000, as a live query would. An index of local change numbers would cost every
 * write. An entrant that did not change stays the same object.
 *
 * Each entrant and its edits are read in one transaction (INV-14). Where it is not known who changed, all are read
 * again, but not often.
 * @param next gets a new list after each change
 * @returns a function that stops it
 */
export function followEntrants(
  db: AccountDb,
  marathonId: string,
  next: (entrants: ApplicationView[]) => void,
  fail: (error: unknown) => void,
): () => void {
  const views = new Map<string, ApplicationView>()
  const edits: KnownEdits = new Map()
  const changes = new Changes()
  let sorted: ApplicationView[] | undefined
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
      // The changes that this read took are lost, so the next read reads everything.
      changes.isAllUnknown = true
      failingSince ??= performance.now()
      if (performance.now() - failingSince >= PATIENCE_MS && !hasLeft) fail(error)
    }
    isReading = false
    readAt = performance.now() + (failingSince === undefined ? 0 : RETRY_MS)
    schedule()
  }

  const read = async () => {
    const { isAll, isQueue, touched, rest } = changes.take(edits)
    if (isAll) {
      edits.clear()
      for (const id of views.keys()) touched.add(id)
      for (const id of await db.applications.where('marathonId').equals(marathonId).primaryKeys()) touched.add(id)
      // An entrant who was entered at the gate may be only in the queue.
      for (const { op } of await db.outbox.where('op.type').equals('application.walkIn').toArray()) touched.add(op.id)
    }
    if (isQueue) await compareQueue(db, edits, touched)
    const gone = new Set<ApplicationView>()
    const added: ApplicationView[] = []
    const wanted = [...touched].sort()
    const isMany = wanted.length > 100 && wanted.length * 10 > views.size
    for (let from = 0; from < wanted.length && !hasLeft; from += ROWS_AT_ONCE) {
      const part = wanted.slice(from, from + ROWS_AT_ONCE)
      const { rows, ops } = await readPart(db, part, isMany)
      for (const id of part) {
        const row = rows.get(id)
        const ofOne = ops.get(PREFIX + id) ?? []
        for (const edit of ofOne) edits.set(positionOf(edit), { id, state: edit.state })
        const before = views.get(id)
        const view = viewOf(row, ofOne, marathonId)
        if (before && view && isSame(before, view)) continue
        if (before) gone.add(before)
        if (view) added.push(view)
        if (view) views.set(id, view)
        else views.delete(id)
      }
    }
    rest()
    if (hasLeft || (sorted && gone.size === 0 && added.length === 0)) return
    sorted = replaceSorted(sorted ?? [], gone, added, byAge)
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

/** What is known of the queued edits of applications, by their position. */
type KnownEdits = Map<number, { id: string; state: OutboxRecord['state'] }>

/** What has changed since the entrants were read. At first nothing is known. */
class Changes {
  isAllUnknown = true
  #isQueueUnknown = false
  #ids = new Set<string>()
  #positions: number[] = []
  /** When all entrants, and the whole queue, may be looked through again. */
  #allNotBefore = Number.NEGATIVE_INFINITY
  #queueNotBefore = Number.NEGATIVE_INFINITY

  /** Notes a write. */
  note(keysOf: KeysOf) {
    const rows = [keysOf('applications'), keysOf('applications', ':dels')]
    const queue = [keysOf('outbox'), keysOf('outbox', ':dels'), keysOf('outbox', 'target')]
    this.isAllUnknown ||= rows.includes(null)
    this.#isQueueUnknown ||= queue.includes(null)
    for (const key of rows.flatMap((keys) => keys ?? [])) this.#ids.add(String(key))
    for (const key of queue.flatMap((keys) => keys ?? [])) {
      if (typeof key === 'number') this.#positions.push(key)
      else if (String(key).startsWith(PREFIX)) this.#ids.add(idOf(String(key)))
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
   * @returns the applications to read, whether all entrants or the whole queue must be looked through, and a function
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
 * Finds the applications whose queued edits changed, by the keys alone: 50,000 bibs may be queued.
 * @param known what was known of the queue. What has left it is taken out
 * @param touched gets the applications
 */
async function compareQueue(db: AccountDb, known: KnownEdits, touched: Set<string>): Promise<void> {
  const [positions, targets, waiting, parked] = await db.transaction('r', db.outbox, () => {
    const edits = () => db.outbox.where('target').startsWith(PREFIX)
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
    if (known.get(n)?.state !== state) touched.add(idOf(String(targets[index])))
  }
}

/**
 * Reads rows and their queued edits, by id and by target.
 * @param ids in order
 * @param isMany reads everything from the first id to the last one. For many rows that is faster than one by one
 */
function readPart(db: AccountDb, ids: string[], isMany: boolean) {
  const [first = '', last = ''] = [ids[0], ids.at(-1)]
  return db.transaction('r', db.applications, db.outbox, async () => {
    const [rows, targets] = [db.applications, db.outbox.where('target')]
    const edits = isMany
      ? targets.between(PREFIX + first, PREFIX + last, true, true)
      : targets.anyOf(ids.map((id) => PREFIX + id))
    const [found, ops] = await Promise.all([
      isMany ? rows.where('_id').between(first, last, true, true).toArray() : rows.bulkGet(ids),
      edits.sortBy('n'),
    ])
    return { rows: new Map(found.flatMap((row) => (row ? [[row._id, row]] : []))), ops: opsByTarget(ops) }
  })
}

/** The entrant as the user sees it; null for one of another marathon, and for the user's own one that is only queued. */
function viewOf(row: ApplicationRecord | undefined, ops: OutboxRecord[], marathonId: string): ApplicationView | null {
  const view = overlayApplication(row, ops)
  return view?.marathonId === marathonId && (row || !view.mine) ? view : null
}

function idOf(target: string): string {
  return target.slice(PREFIX.length)
}

/** The generation of a row is not shown. A view has it, and its type does not. */
const NOT_SHOWN: string = 'gen'

/** Do two versions of an entrant look the same? */
function isSame(a: ApplicationView, b: ApplicationView): boolean {
  const names = Object.keys(b) as (keyof ApplicationView)[]
  return names.length === Object.keys(a).length && names.every((name) => name === NOT_SHOWN || a[name] === b[name])
}
