import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readEntrants } from '../../../testing/plain-store.ts'
import { applicationRow, emptyAccount } from '../../../testing/test-account.ts'
import type { AccountDb } from '../../account-db.ts'
import type { ApplicationView } from '../../overlay.ts'
import { assignBibs, type WantedBib } from './assign-bibs.ts'
import { PartlySaved, type SavedParts } from './enqueue-in-parts.ts'

const EVENT = 'event-0001'
let db: AccountDb
beforeEach(async () => {
  db = await emptyAccount()
})

/** Entrants with these bibs; null for none. */
async function keep(bibs: readonly (string | null)[]): Promise<ApplicationView[]> {
  const rows = bibs.map((bib, index) => {
    const id = `entry-${String(index).padStart(5, '0')}`
    return { ...applicationRow(id, EVENT, { mine: false, bib }), own: 0 as const, gen: 0 }
  })
  await db.applications.bulkPut(rows)
  return readEntrants(db, EVENT)
}

const numbered = (entrants: readonly ApplicationView[], from: number): WantedBib[] =>
  entrants.map((application, index) => ({ application, bib: String(from + index) }))
const bibs = async () => (await readEntrants(db, EVENT)).map(({ bib }) => bib)
const queuedOps = async () => (await db.outbox.orderBy('n').toArray()).map(({ op }) => op)

describe('the queued ops', () => {
  const shuffled = ['5', '2', null, '0', '6', '1', '3']
  it.each([
    ['two exchange', ['1', '2'], ['2', '1']],
    ['a circle', ['1', '2', '3', '4'], ['2', '3', '4', '1']],
    ['one more each', ['1', '2', '3', '4'], ['2', '3', '4', '5']],
    ['one less each', ['2', '3', '4', '5'], ['1', '2', '3', '4']],
    ['one loses it to another', ['1', '2', null], ['2', null, '1']],
    ['some of everything', ['0', '1', '2', '3', '4', null, null], shuffled],
    ['and back', shuffled, ['0', '1', '2', '3', '4', null, null]],
    ['new numbers', [null, null], ['1', '2']],
  ])('take a bib away only where the next op gives it on: %s', async (_name, old, next) => {
    const entrants = await keep(old)
    const opIds = await assignBibs(
      db,
      entrants.map((application, index) => ({ application, bib: next[index] ?? null })),
    )
    const bibNow = new Map(entrants.map((one) => [one._id, one.bib]))
    const had = new Map(bibNow)
    const ops = await queuedOps()
    expect(ops.map(({ opId }) => opId)).toEqual(opIds)
    for (const [index, { id, base, patch }] of ops.entries()) {
      expect(base.bib, 'what the ops before it left').toBe(bibNow.get(id))
      const holders = [...bibNow].filter(([other, bib]) => other !== id && bib !== null && bib === patch.bib)
      expect(holders, `who has bib ${patch.bib}`).toEqual([])
      if (patch.bib === null && next[entrants.findIndex(({ _id }) => _id === id)] !== null)
        expect(ops[index + 1]?.patch.bib, 'the next op gives it on').toBe(base.bib)
      bibNow.set(id, patch.bib as string | null)
      // Two only between the two ops that pass a bib on.
      const without = [...bibNow].filter(([other, bib], at) => bib === null && had.get(other) && next[at])
      expect(without.length).toBeLessThanOrEqual(patch.bib === null ? 2 : 1)
    }
    expect([...bibNow.values()]).toEqual(next)
  })

  it('take a bib away first where the next one gets it in another spelling', async () => {
    const entrants = await keep(['007', '8'])
    const [one, other] = entrants
    if (!one || !other) throw new Error('two are kept')
    await assignBibs(db, [
      { application: one, bib: '08' },
      { application: other, bib: '7' },
    ])
    const sent = (await queuedOps()).map(({ id, patch }) => [id.at(-1), patch.bib])
    expect(sent).toEqual([
      ['1', null],
      ['0', '08'],
      ['1', '7'],
    ])
  })

  it('give a new spelling of the own bib in one op', async () => {
    const [one] = await keep(['7'])
    await assignBibs(db, one ? [{ application: one, bib: '007' }] : [])
    expect((await queuedOps()).map(({ base, patch }) => [base.bib, patch.bib])).toEqual([['7', '007']])
  })

  it('fail one by one where another phone gave a bib away: the refused one takes no other along', async () => {
    const entrants = await keep(['1', '2', '3', '4'])
    await assignBibs(db, numbered(entrants, 2))
    // The server: somebody whom this phone does not know has bib 5.
    const bibNow = new Map([...entrants.map((one) => [one._id, one.bib] as const), ['stranger', '5'] as const])
    const rejected: string[] = []
    for (const { id, patch } of await queuedOps()) {
      const isTaken = [...bibNow].some(([other, bib]) => other !== id && bib !== null && bib === patch.bib)
      if (isTaken) rejected.push(id)
      else bibNow.set(id, patch.bib as string | null)
    }
    expect(rejected).toEqual(['entry-00003'])
    expect([...bibNow.values()]).toEqual(['2', '3', '4', null, '5'])
  })
})

describe('many bibs', () => {
  const COUNT = 1300
  const ENTRANTS_AT_ONCE = 500

  it('are stored in parts of at most 1,000 ops, and the screen is told after each', async () => {
    const entrants = await keep(Array.from({ length: COUNT }, (_, index) => String(index)))
    const parts: number[] = []
    const told: SavedParts[] = []
    const bulkAdd = db.outbox.bulkAdd.bind(db.outbox)
    const adding = vi.spyOn(db.outbox, 'bulkAdd').mockImplementation(((records: []) => {
      parts.push(records.length)
      return bulkAdd(records)
    }) as never)
    const opIds = await assignBibs(db, numbered(entrants, 1), { onSaved: (progress) => told.push(progress) })
    adding.mockRestore()
    expect(Math.max(...parts)).toBeLessThanOrEqual(1000)
    expect(told).toEqual([
      { saved: 500, total: COUNT },
      { saved: 1000, total: COUNT },
      { saved: COUNT, total: COUNT },
    ])
    expect(opIds).toHaveLength(await db.outbox.count())
    expect(await bibs()).toEqual(Array.from({ length: COUNT }, (_, index) => String(index + 1)))
  })

  it('stay stored up to a failure, which says how many, and go on from there', async () => {
    const entrants = await keep(Array.from({ length: COUNT }, () => null))
    const bulkAdd = db.outbox.bulkAdd.bind(db.outbox)
    let calls = 0
    const adding = vi.spyOn(db.outbox, 'bulkAdd').mockImplementation(((records: []) => {
      calls += 1
      if (calls > 1) throw Object.assign(new Error('no space'), { name: 'QuotaExceededError' })
      return bulkAdd(records)
    }) as never)
    const failure = await assignBibs(db, numbered(entrants, 1)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PartlySaved)
    expect(failure).toMatchObject({ reason: 'full', progress: { saved: 500, total: COUNT } })
    adding.mockRestore()
    expect((await bibs()).filter((bib) => bib !== null)).toHaveLength(ENTRANTS_AT_ONCE)
    expect(await assignBibs(db, numbered(await readEntrants(db, EVENT), 1))).toHaveLength(COUNT - ENTRANTS_AT_ONCE)
    expect(await bibs()).toEqual(Array.from({ length: COUNT }, (_, index) => String(index + 1)))
  })

  it('are not called partly saved where nothing is', async () => {
    const entrants = await keep([null])
    const adding = vi.spyOn(db.outbox, 'bulkAdd').mockRejectedValue(new Error('no'))
    const failure = await assignBibs(db, numbered(entrants, 1)).catch((error: unknown) => error)
    adding.mockRestore()
    expect(failure).toMatchObject({ name: 'StorageFailure', reason: 'refused' })
    expect(failure).not.toBeInstanceOf(PartlySaved)
  })

  it('stop after the part that is being stored, and a cut circle is closed the next time', async () => {
    const entrants = await keep(Array.from({ length: COUNT }, (_, index) => String(index)))
    const wanted = (all: readonly ApplicationView[]) =>
      all.map((application, index) => ({ application, bib: String((index + 1) % COUNT) }))
    const stopping = new AbortController()
    await assignBibs(db, wanted(entrants), { onSaved: () => stopping.abort(), signal: stopping.signal })
    const cut = await bibs()
    expect(cut.filter((bib, index) => bib === String(index + 1))).toHaveLength(ENTRANTS_AT_ONCE)
    expect(cut.filter((bib) => bib === null)).toHaveLength(1)
    expect(new Set(cut).size).toBe(COUNT)
    await assignBibs(db, wanted(await readEntrants(db, EVENT)))
    expect(await bibs()).toEqual(Array.from({ length: COUNT }, (_, index) => String((index + 1) % COUNT)))
  })
})
