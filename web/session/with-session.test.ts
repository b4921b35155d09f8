import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import { onSyncAsked } from '../store/sync-status.ts'
import { withSession } from './with-session.ts'

const { renewSession } = vi.hoisted(() => {
  // All test files share their modules. An earlier file may have loaded the real renewal.
  vi.resetModules()
  return { renewSession: vi.fn(async (_uid: string) => true) }
})
// The renewal has its own tests.
vi.mock('./renew-session.ts', () => ({ renewSession }))
// A later file must not get the renewal of this one.
afterAll(() => void vi.resetModules())

const ended = () => new Problem('UNAUTHENTICATED', 'The session has ended.')

beforeEach(() => {
  renewSession.mockClear()
  renewSession.mockResolvedValue(true)
})

it('calls again with a new session where the session has ended', async () => {
  const call = vi.fn(async () => 'done').mockRejectedValueOnce(ended())
  expect(await withSession('ada', call)).toBe('done')
  expect(renewSession).toHaveBeenCalledExactlyOnceWith('ada')
  expect(call).toHaveBeenCalledTimes(2)
})

it('asks for a sync with the new session, and for none without one', async () => {
  const asked = vi.fn()
  const stop = onSyncAsked(asked)
  renewSession.mockResolvedValue(false)
  await withSession('ada', async () => Promise.reject(ended())).catch(() => undefined)
  expect(asked).not.toHaveBeenCalled()
  renewSession.mockResolvedValue(true)
  await withSession('ada', vi.fn(async () => 'done').mockRejectedValueOnce(ended()))
  expect(asked).toHaveBeenCalledExactlyOnceWith('user')
  stop()
})

it('throws the error of the call if there is no new session or the session is not the cause', async () => {
  renewSession.mockResolvedValue(false)
  await expect(withSession('ada', async () => Promise.reject(ended()))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  expect(renewSession).toHaveBeenCalledTimes(1)
  for (const error of [new Problem('NOT_FOUND', 'no'), new TypeError('no network')]) {
    await expect(withSession('ada', async () => Promise.reject(error))).rejects.toBe(error)
  }
  expect(renewSession).toHaveBeenCalledTimes(1)
})
