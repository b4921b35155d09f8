import { expect, it, vi } from 'vitest'
import { renderHook, until } from '../testing/render-hook.tsx'
import { emptyAccount, marathonRow } from '../testing/test-account.ts'
import { useFetched } from './use-fetched.ts'

it('shows what the server said also where the phone cannot store it, and blames no server', async () => {
  const db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001', { role: 'owner' }), own: 1, gen: 0 })
  const put = vi.spyOn(db.kept, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  const fetchRows = vi.fn(async () => ['row'])
  const author = { name: 'Olga', email: 'olga@example.com' }
  const { value, leave } = renderHook(() => useFetched('event-0001', 'history:event-0001', fetchRows), { db, author })
  await until(() => expect(value().rows).toEqual(['row']))
  expect(value().problem).toBeNull()
  expect(value().at).toBeGreaterThan(Date.now() - 60_000)
  await value().add((rows) => [...rows, 'older'])
  await until(() => expect(value().rows).toEqual(['row', 'older']))
  // Once there is room again, the phone keeps all of it.
  put.mockRestore()
  await value().add((rows) => [...rows, 'oldest'])
  await until(async () => expect((await db.kept.get('history:event-0001'))?.rows).toEqual(['row', 'older', 'oldest']))
  await until(() => expect(value().rows).toEqual(['row', 'older', 'oldest']))
  leave()
  vi.spyOn(db.kept, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  fetchRows.mockRejectedValue(new TypeError('Failed to fetch'))
  const again = renderHook(() => useFetched('event-0001', 'last:event-0001', fetchRows), { db, author })
  await until(() => expect(again.value()).toMatchObject({ rows: null, problem: 'failed' }))
  again.leave()
})
