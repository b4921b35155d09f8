import { afterEach, expect, it, vi } from 'vitest'
import type { AccountDb } from '../../store/account-db.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { useRecorder } from './use-recorder.ts'

const EVENT = 'event-0001'
const author = { name: 'Tina Timer', email: 'tina@example.com' }
const signal = () => undefined
let place = 0

/** A touch that is no echo of the one before. */
function touch() {
  place += 200
  return { tick: performance.now(), x: place, y: 1 }
}
const CROSSING = { kind: 'crossing', point: 'finish', how: 'bib', bib: null } as const

async function open(db: AccountDb) {
  const screen = renderHook(() => useRecorder(EVENT, 'phone-0001', signal), { db, author })
  await until(() => expect(screen.value().rows).toBeDefined())
  const rows = () => (screen.value().rows ?? []).map(({ bib, state, lostBib }) => [bib, state, lostBib])
  const row = (index: number) => {
    const found = screen.value().rows?.[index]
    if (!found) throw new Error(`no row ${index}`)
    return found
  }
  return { ...screen, rows, row }
}
const queued = async (db: AccountDb) =>
  (await db.outbox.orderBy('n').toArray()).flatMap(({ op }) =>
    op.type === 'recording.create' ? [[op.patch.kind, op.patch.bib]] : [],
  )

/** Storage that refuses every write until `mend` is called. */
function breakStorage(db: AccountDb): { mend: () => void } {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  db.outbox.hook('creating', refuse)
  return { mend: () => db.outbox.hook('creating').unsubscribe(refuse) }
}

afterEach(() => vi.restoreAllMocks())

it('a bib that is typed while its crossing is being stored stays in the row', async () => {
  const db = await emptyAccount()
  const { value, rows, row, leave } = await open(db)
  // The outbox belongs to somebody else until then, as it does while a pull is written.
  let isFree = false
  const busy = db.transaction('rw', db.outbox, async () => {
    while (!isFree) await db.outbox.count()
  })
  value().add(CROSSING, touch())
  await until(() => expect(rows()).toEqual([[null, 'saving', null]]))
  value().name([{ row: row(0), bib: '12' }])
  await until(() => expect(rows()).toEqual([['12', 'saving', null]]))
  isFree = true
  await busy
  await until(() => expect(rows()).toEqual([['12', 'saved', null]]))
  await until(async () =>
    expect((await queued(db)).slice(-2)).toEqual([
      ['crossing', null],
      ['bib', '12'],
    ]),
  )
  leave()
})

it('what could not be stored is there when the screen opens again, and is stored once', async () => {
  const db = await emptyAccount()
  const first = await open(db)
  first.value().add(CROSSING, touch())
  await until(() => expect(first.rows()).toEqual([[null, 'saved', null]]))
  const storage = breakStorage(db)
  first.value().name([{ row: first.row(0), bib: '7' }])
  await until(() => expect(first.rows()).toEqual([[null, 'saved', '7']]))
  first.value().add({ ...CROSSING, bib: '8' }, touch())
  await until(() => expect(first.rows()[1]).toEqual(['8', 'failed', null]))
  const { at } = first.row(1)
  first.leave()

  const second = await open(db)
  await until(() =>
    expect(second.rows()).toEqual([
      [null, 'saved', '7'],
      ['8', 'failed', null],
    ]),
  )
  expect(second.row(1).at).toBe(at)
  storage.mend()
  const failed = second.row(1)
  second.value().retry(failed)
  second.value().retry(failed)
  second.value().name([{ row: second.row(0), bib: '7' }])
  await until(() =>
    expect(second.rows()).toEqual([
      ['7', 'saved', null],
      ['8', 'saved', null],
    ]),
  )
  second.leave()

  const third = await open(db)
  await until(() =>
    expect(third.rows()).toEqual([
      ['7', 'saved', null],
      ['8', 'saved', null],
    ]),
  )
  const named = (await queued(db)).filter(([kind]) => kind !== 'clock')
  expect(named).toEqual([
    ['crossing', null],
    ['crossing', '8'],
    ['bib', '7'],
  ])
  third.leave()
})
