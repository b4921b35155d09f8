import { beforeEach, expect, it, vi } from 'vitest'
import { recordError } from '../../contract/errors.ts'
import { deviceDb } from './device-db.ts'
import { errorLog, forgetErrors, keepErrors } from './error-log.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })
const lines = async () => (await errorLog()).split('\n').slice(1)

keepErrors()
beforeEach(forgetErrors)

it('keeps the last 200 errors, and counts one that comes again', async () => {
  for (let nth = 0; nth < 300; nth += 1) recordError(named(`E${nth}`))
  await errorLog()
  for (const name of ['Last', 'Last']) recordError(Object.assign(named(name), { stack: '' }))
  const all = await lines()
  expect(all).toHaveLength(200)
  expect(all[0]).toMatch(/ 1 × E101 /)
  expect(all.at(-1)).toMatch(/ 2 × Last$/)
  expect(await deviceDb.errors.count()).toBe(200)
})

it('stores an error by itself, and a logout deletes it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  recordError(named('Lost'))
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await deviceDb.errors.count()).toBe(1))
  await forgetErrors()
  expect(await lines()).toEqual([])
})

it('gives what the page remembers where the phone stores nothing', async () => {
  vi.spyOn(deviceDb, 'transaction').mockRejectedValueOnce(named('SecurityError'))
  recordError(named('Lost'))
  expect(await lines()).toEqual([expect.stringMatching(/1 × Lost/)])
})
