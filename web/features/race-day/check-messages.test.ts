import { expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/limits.ts'
import type { Race } from '../../store/rows/races.ts'
import { clockMessage, packMessage, storageMessage } from './check-messages.ts'

const NOW = Date.parse('2027-03-05T08:00:00.000Z')
const RACE = { marathon: {}, applications: [{}] } as Race

it('calls a pack complete only with the event, its picture and an age below a day', () => {
  const showBelowFold = { race: RACE, picture: 'kept', syncedAt: NOW, now: NOW } as const
  expect(packMessage(showBelowFold).state).toBe('ok')
  expect(packMessage({ ...showBelowFold, picture: 'none' }).state).toBe('ok')
  expect(packMessage({ ...showBelowFold, picture: 'missing' }).state).toBe('mend')
  expect(packMessage({ ...showBelowFold, syncedAt: NOW - DAY_MS - 1 }).state).toBe('mend')
  expect(packMessage({ ...showBelowFold, syncedAt: null }).state).toBe('mend')
  expect(packMessage({ ...showBelowFold, race: { ...RACE, marathon: null } }).state).toBe('mend')
  expect(packMessage({ ...showBelowFold, race: undefined }).state).toBe('note')
})

it('says by how much a clock is off, and which way', () => {
  expect(clockMessage({ syncedAt: NOW, serverOffsetMs: 800 }).state).toBe('ok')
  expect(clockMessage({ syncedAt: NOW, serverOffsetMs: 3 * 3_600_000 }).message).toContain('3 hours behind')
  expect(clockMessage({ syncedAt: NOW, serverOffsetMs: -5 * 60_000 }).message).toContain('5 minutes ahead')
  expect(clockMessage({ syncedAt: null, serverOffsetMs: 0 }).state).toBe('mend')
})

it('never promises a storage that the browser does not promise', () => {
  expect(storageMessage({ kept: true, usedBytes: 3_200_000, quotaBytes: 1e10 }).message).toContain('3.2 MB')
  expect(storageMessage({ kept: false, usedBytes: 0, quotaBytes: 1e10 }).state).toBe('mend')
  expect(storageMessage({ kept: null, usedBytes: null, quotaBytes: null }).state).toBe('note')
  expect(storageMessage({ kept: true, usedBytes: 9e7, quotaBytes: 1e8 }).state).toBe('mend')
})
