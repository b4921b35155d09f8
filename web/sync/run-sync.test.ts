import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { wireOf } from '../../contract/testing/wire-of.ts'
import type { AccountDb } from '../store/account-db.ts'
import { deviceDb } from '../store/device-db.ts'
import { emptyAccount, queueEdits, responseOf } from '../testing/test-account.ts'
import { runSync } from './run-sync.ts'

let db: AccountDb
let sentAt: number
let inFlight: number
let mostInFlight: number

const slowServer = (async (_path: string, init: RequestInit) => {
  sentAt += 1
  inFlight += 1
  mostInFlight = Math.max(mostInFlight, inFlight)
  await new Promise((resolve) => setTimeout(resolve, 20))
  inFlight -= 1
  const { ops } = JSON.parse(String(init.body)) as { ops: { opId: string }[] }
  const results = ops.map(({ opId }) => ({ opId, status: 'applied' as const }))
  return Response.json(wireOf(responseOf({ results, cursor: `e.${sentAt}` })))
}) as unknown as typeof fetch
const world = { fetch: slowServer, now: () => 0 }

const signIn = (uid: string) =>
  deviceDb.session.put({ key: 'current', uid, email: '', displayName: '', photoURL: '', expiresAt: '' })

beforeEach(async () => {
  db = await emptyAccount()
  sentAt = 0
  inFlight = 0
  mostInFlight = 0
  await signIn(db.uid)
})
afterEach(() => Promise.all([db.delete(), deviceDb.session.clear()]))

it('lets one pass of an account run at a time, whoever asks', async () => {
  await queueEdits(db, ['event-0001'])
  await Promise.all([runSync(db, undefined, world), runSync(db, undefined, world), runSync(db, undefined, world)])
  expect(sentAt).toBe(3)
  expect(mostInFlight).toBe(1)
})

it('INV-10 sends nothing for an account that is not the one signed in', async () => {
  await queueEdits(db, ['event-0001'])
  await signIn('somebody-else')
  await expect(runSync(db, undefined, world)).rejects.toMatchObject({ name: 'PassEnded' })
  expect(sentAt).toBe(0)
  expect(await db.outbox.count()).toBe(1)
})

it('is ended while it waits for its turn, and while its request is on its way', async () => {
  const first = new AbortController()
  const second = new AbortController()
  let isAsked = false
  const hanging = ((_path: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      isAsked = true
      signal?.addEventListener('abort', () => reject(signal.reason))
    })) as unknown as typeof fetch
  await queueEdits(db, ['event-0001'])
  const running = runSync(db, first.signal, { ...world, fetch: hanging }).catch((error: unknown) => error)
  const waiting = runSync(db, second.signal, world).catch((error: unknown) => error)
  second.abort()
  expect(await waiting).toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(isAsked).toBe(true), 10_000)
  first.abort()
  expect(await running).toMatchObject({ name: 'PassEnded' })
  // A cancelled request tells nothing about its ops.
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', failures: 0 }])
})
