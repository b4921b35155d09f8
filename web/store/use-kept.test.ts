import { afterEach, expect, it, vi } from 'vitest'
import { renderHook, until } from '../testing/render-hook.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { useKept } from './use-kept.ts'

const author = { name: 'Greta Gate', email: 'greta@example.com' }

afterEach(() => vi.restoreAllMocks())

it('a read that fails is none: what is kept stays, and comes when it can be read', async () => {
  const db = await emptyAccount()
  await saveDraft(db, 'timing:event-0001', { point: 'km 10', phone: 'a' })
  const read = vi.spyOn(db.drafts, 'get').mockRejectedValue(new Error('the connection is lost'))
  const { value, leave } = renderHook(() => useKept('timing:event-0001'), { db, author })
  await until(() => expect(read.mock.calls.length).toBeGreaterThan(1))
  expect(value()[0]).toBeUndefined()
  read.mockRestore()
  await until(() => expect(value()[0]).toEqual({ point: 'km 10', phone: 'a' }))
  leave()
})

it('a change leaves the other values, also before they are read', async () => {
  const db = await emptyAccount()
  await saveDraft(db, 'timing:event-0001', { point: 'km 10', phone: 'a' })
  const { value, leave } = renderHook(() => useKept('timing:event-0001'), { db, author })
  await until(() => expect(value()).toBeDefined())
  value()[1]({ how: 'order' })
  const whole = { point: 'km 10', phone: 'a', how: 'order' }
  await until(() => expect(value()[0]).toEqual(whole))
  await until(async () => expect(await readDraft(db, 'timing:event-0001')).toEqual(whole))
  leave()
})
