import Dexie, { type Table } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { SAVE_TIMEOUT_MS } from '../../store/outbox.ts'
import { readCheckInsOf } from '../../store/rows/check-ins.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import {
  applicationRow,
  checkInRow,
  codeOf,
  emptyAccount,
  marathonRow,
  responseOf,
} from '../../testing/test-account.ts'
import type { Signal } from '../../ui/sound/use-signals.ts'
import { useAnswers } from './use-answers.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const EVENT = 'event-0001'

/** A gate with two entrants. @param elsewhere the gate where another phone has scanned the second one */
async function gate(signal: (signal: Signal) => void = () => undefined, elsewhere = '') {
  const db = await emptyAccount()
  const now = new Date()
  const marathon = marathonRow(EVENT, { role: 'owner' })
  const response = responseOf({
    serverTime: now.toISOString(),
    marathons: [marathon],
    applications: ['entry-ada', 'entry-bo'].map((id) => applicationRow(id, EVENT, { mine: false })),
    checkIns: elsewhere
      ? [checkInRow('scan-elsewhere', EVENT, 'entry-bo', { at: now.toISOString(), gate: elsewhere })]
      : [],
  })
  await applyResponse(db, FIRST_SYNC, response, now.getTime())
  const account = { db, author: AUTHOR }
  const page = renderHook(() => useAnswers({ ...marathon, pending: null }, 'A', signal), account)
  await until(() => expect(page.value().shown).toBeNull())
  const scansOf = async (id: string) => (await readCheckInsOf(db, AUTHOR, [id])).get(id)
  return { db, page, scansOf, word: () => page.value().shown?.word }
}

/** Another tab holds a table. @returns a function that lets it go */
function hold(db: AccountDb, table: Table): () => Promise<unknown> {
  const held = Promise.withResolvers<void>()
  const done = db.transaction('rw', table, () => Dexie.waitFor(held.promise))
  return () => {
    held.resolve()
    return done
  }
}

describe('while the storage does not answer', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it.each(['applications', 'sync', 'outbox'] as const)(
    'the answer before leaves the screen at once, and “Not saved” follows: %s',
    async (name) => {
      const { db, page, scansOf, word } = await gate()
      page.value().scan({ text: codeOf('entry-ada') })
      await until(() => expect(word()).toBe('Here'))
      const letGo = hold(db, db[name] as Table)
      stopClock()
      page.value().scan({ text: codeOf('entry-bo') })
      await pass(299)
      expect(word()).toBe('Here')
      await pass(1)
      await until(() => expect(page.value().shown).toMatchObject({ word: 'Reading…', who: '', checkInId: null }))
      await pass(SAVE_TIMEOUT_MS)
      await until(() => expect(page.value().shown).toMatchObject({ tone: 'no', word: 'Not saved' }))
      vi.useRealTimers()
      await letGo()
      page.value().scan({ text: codeOf('entry-ada') })
      await until(() => expect(word()).toBe('Already here'))
      expect(await scansOf('entry-bo')).toEqual([])
      page.leave()
    },
  )

  it('a scan that had to wait has the time when it was made', async () => {
    const { db, page, scansOf, word } = await gate()
    const letGo = hold(db, db.applications)
    stopClock()
    const scannedAt = new Date().toISOString()
    page.value().scan({ text: codeOf('entry-ada') })
    page.value().scan({ text: codeOf('entry-bo') })
    await pass(2000)
    vi.useRealTimers()
    await letGo()
    await until(async () => expect(await scansOf('entry-bo')).toMatchObject([{ at: scannedAt }]))
    expect(await scansOf('entry-ada')).toMatchObject([{ at: scannedAt }])
    await until(() => expect(word()).toBe('Here'))
    page.leave()
  })

  it('the answer for one runner does not stay for the next who waits', async () => {
    let onAnswer = () => undefined as unknown
    const { db, page, word } = await gate(() => onAnswer())
    let letGo = async () => undefined as unknown
    onAnswer = () => {
      letGo = hold(db, db.applications)
      onAnswer = () => undefined
    }
    stopClock()
    page.value().scan({ text: codeOf('entry-ada') })
    page.value().scan({ text: codeOf('entry-bo') })
    await until(() => expect(word()).toBe('Here'))
    await pass(300)
    await until(() => expect(word()).toBe('Reading…'))
    vi.useRealTimers()
    await letGo()
    await until(() => expect(word()).toBe('Here'))
    page.leave()
  })
})

it('a code seen here again is still one scan, but the scan of another phone makes a double', async () => {
  const { page, scansOf } = await gate(undefined, 'B')
  const scan = async (id: string) => {
    const before = page.value().shown?.n ?? 0
    page.value().scan({ text: codeOf(id) })
    await until(() => expect(page.value().shown?.n).toBe(before + 1))
    const { word, detail } = page.value().shown ?? {}
    const scans = await scansOf(id)
    return { word, isSame: detail?.includes('This is still the same scan.'), scans: scans?.length }
  }
  expect(await scan('entry-ada')).toEqual({ word: 'Here', isSame: false, scans: 1 })
  expect(await scan('entry-ada')).toEqual({ word: 'Already here', isSame: true, scans: 1 })
  expect(await scan('entry-bo')).toEqual({ word: 'Already here', isSame: false, scans: 2 })
  page.leave()
})

it('a check-in that is taken back does not sound like a no', async () => {
  const signal = vi.fn()
  const { page, word } = await gate(signal)
  page.value().scan({ text: codeOf('entry-ada') })
  await until(() => expect(word()).toBe('Here'))
  page.value().undo(page.value().shown?.checkInId ?? '', 'Ada')
  await until(() => expect(word()).toBe('Undone'))
  page.value().scan({ text: 'nobody' })
  await until(() => expect(word()).toBe('Unknown code'))
  expect(signal.mock.calls).toEqual([['yes'], ['no']])
  page.leave()
})
