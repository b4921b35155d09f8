import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceDb } from '../store/device-db.ts'
import { queryClient } from '../store/query-client.ts'
import { skipPauses, until, untilSkipped } from '../testing/render-hook.tsx'
import { sessionOf } from '../testing/test-account.ts'
import { watchSession } from './session-store.ts'
import { noteSignedIn } from './signed-in-bit.ts'

let told: (string | null)[]
let stop: (() => void) | undefined
const fail = vi.fn<(error: unknown) => void>()

const watch = () => {
  stop = watchSession((session) => told.push(session?.uid ?? null), fail)
}
/** What the app has of an account: the note that it is signed in, and a row that it fetched. */
function seeSomething() {
  noteSignedIn(true)
  queryClient.setQueryData(['marathon', 'event-0001'], 'Of Ada')
}
const seen = () => [localStorage.length > 0, queryClient.getQueryData(['marathon', 'event-0001']) !== undefined]
const calm = () => new Promise((resolve) => setTimeout(resolve, 40))

beforeEach(() => {
  localStorage.clear()
  told = []
  fail.mockReset()
})
afterEach(async () => {
  stop?.()
  stop = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
  queryClient.clear()
  localStorage.clear()
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
})

describe('who watches the session', () => {
  it('is told of it at once, of every change, and of nothing after the stop', async () => {
    await deviceDb.session.put(sessionOf('ada'))
    watch()
    await until(() => expect(told).toEqual(['ada']))
    await deviceDb.session.delete('current')
    await until(() => expect(told).toEqual(['ada', null]))
    await deviceDb.session.put(sessionOf('bob'))
    await until(() => expect(told).toEqual(['ada', null, 'bob']))
    stop?.()
    await deviceDb.session.delete('current')
    await calm()
    expect(told).toEqual(['ada', null, 'bob'])
    expect(fail).not.toHaveBeenCalled()
  })

  it('keeps what the account saw as long as it is signed in', async () => {
    await deviceDb.session.put(sessionOf('ada'))
    seeSomething()
    watch()
    await until(() => expect(told).toEqual(['ada']))
    expect(seen()).toEqual([true, true])
  })

  it('finds nothing of the account whenever it is told of the end, also from another tab', async () => {
    const left: boolean[][] = []
    stop = watchSession((session) => {
      told.push(session?.uid ?? null)
      if (!session) left.push(seen())
    }, fail)
    await until(() => expect(told).toEqual([null]))
    for (const uid of ['ada', 'bob']) {
      await deviceDb.session.put(sessionOf(uid))
      await until(() => expect(told.at(-1)).toBe(uid))
      seeSomething()
      await deviceDb.session.delete('current')
      await until(() => expect(told.at(-1)).toBeNull())
    }
    const nothing = [false, false]
    expect(left).toEqual([nothing, nothing, nothing])
  })

  it('takes nothing from a visitor, whose page may be waiting for an answer', async () => {
    const answer = Promise.withResolvers<string>()
    const asked = queryClient.fetchQuery({ queryKey: ['results', 'event-0001'], queryFn: () => answer.promise })
    watch()
    await until(() => expect(told).toEqual([null]))
    answer.resolve('A list')
    expect(await asked).toBe('A list')
    expect(queryClient.getQueryData(['results', 'event-0001'])).toBe('A list')
  })

  it('finds nothing of the last account where another tab has logged in as somebody else', async () => {
    const left: boolean[][] = []
    await deviceDb.session.put(sessionOf('ada'))
    stop = watchSession((session) => {
      told.push(session?.uid ?? null)
      if (session?.uid === 'bob') left.push(seen())
    }, fail)
    await until(() => expect(told).toEqual(['ada']))
    seeSomething()
    await deviceDb.session.put(sessionOf('bob'))
    await until(() => expect(told).toEqual(['ada', 'bob']))
    expect(left).toEqual([[true, false]])
  })

  it('finds nothing of the page’s first account if the watch begins with another one', async () => {
    const left: boolean[][] = []
    await deviceDb.session.put(sessionOf('bob'))
    seeSomething()
    stop = watchSession(() => left.push(seen()), fail, 'ada')
    await until(() => expect(left).toEqual([[true, false]]))
  })

  it('is told where the storage cannot be read', async () => {
    skipPauses()
    vi.spyOn(deviceDb.session, 'get').mockImplementation((() => Dexie.Promise.reject(new Error('no'))) as never)
    watch()
    await untilSkipped(() => expect(fail).toHaveBeenCalledTimes(1))
    expect(fail.mock.calls[0]?.[0]).toMatchObject({ name: 'StorageRefused' })
    expect(told).toEqual([])
  })

  it.each(['UnknownError', 'AbortError', 'DatabaseClosedError'])(
    'is told who is here after reads that fail for a moment (%s), and never that nobody is',
    async (name) => {
      await deviceDb.session.put(sessionOf('ada'))
      skipPauses()
      const read = vi.spyOn(deviceDb.session, 'get')
      for (let fails = 0; fails < 4; fails += 1)
        read.mockImplementationOnce((() => Dexie.Promise.reject(Object.assign(new Error('lost'), { name }))) as never)
      watch()
      await untilSkipped(() => expect(told).toEqual(['ada']))
      expect(fail).not.toHaveBeenCalled()
    },
  )

  it('is told where the browser has no storage', async () => {
    const { indexedDB } = Dexie.dependencies
    Reflect.set(Dexie.dependencies, 'indexedDB', null)
    watch()
    Reflect.set(Dexie.dependencies, 'indexedDB', indexedDB)
    expect(fail.mock.calls).toEqual([[expect.objectContaining({ name: 'StorageRefused' })]])
    await deviceDb.session.put(sessionOf('ada'))
    await calm()
    expect(told).toEqual([])
  })
})
