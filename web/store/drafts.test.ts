import Dexie from 'dexie'
import { expect, it, vi } from 'vitest'
import { emptyAccount } from '../testing/test-account.ts'
import { clearDraft, readDraft, saveDraft } from './drafts.ts'
import { SAVE_TIMEOUT_MS } from './outbox.ts'

it('an unfinished form is kept until it is cleared', async () => {
  const db = await emptyAccount()
  expect(await readDraft(db, 'add-marathon')).toBeNull()
  await saveDraft(db, 'add-marathon', { title: 'Half' })
  await saveDraft(db, 'add-marathon', { title: 'Half done' })
  expect(await readDraft(db, 'add-marathon')).toEqual({ title: 'Half done' })
  expect(await readDraft(db, 'apply')).toBeNull()
  await clearDraft(db, 'add-marathon')
  expect(await readDraft(db, 'add-marathon')).toBeNull()
})

it('a phone that can store no draft disturbs nobody who types', async () => {
  const db = await emptyAccount()
  db.close({ disableAutoOpen: true })
  await saveDraft(db, 'add-marathon', { title: 'Half done' })
  await clearDraft(db, 'add-marathon')
  // Who took this for no draft would overwrite one.
  await expect(readDraft(db, 'add-marathon')).rejects.toThrow()
})

it('a form waits no longer for its draft than for a save, where the storage is blocked', async () => {
  const db = await emptyAccount()
  const held = Promise.withResolvers<void>()
  const blocked = db.transaction('rw', db.drafts, () => Dexie.waitFor(held.promise))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const over = vi.fn()
  void saveDraft(db, 'add-marathon', { title: 'Half' }).then(over)
  void clearDraft(db, 'add-marathon').then(over)
  await vi.advanceTimersByTimeAsync(SAVE_TIMEOUT_MS)
  expect(over).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
  held.resolve()
  await blocked
  expect(await readDraft(db, 'add-marathon')).toBeNull()
})
