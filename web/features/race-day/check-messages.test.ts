import { expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/limits.ts'
import type { Race } from '../../data/races.ts'
import { clockWords, packWords, storageWords } from './check-messages.ts'

const NOW = Date.parse('2027-03-05T08:00:00.000Z')
const RACE = { event: {}, entries: [{}] } as Race

it('calls a pack complete only with the event, its picture and an age below a day', () => {
  const whole = { race: RACE, picture: 'kept', syncedAt: NOW, now: NOW } as const
  expect(packWords(whole).state).toBe('ok')
  expect(packWords({ ...whole, picture: 'none' }).state).toBe('ok')
  expect(packWords({ ...whole, picture: 'missing' }).state).toBe('mend')
  expect(packWords({ ...whole, syncedAt: NOW - DAY_MS - 1 }).state).toBe('mend')
  expect(packWords({ ...whole, syncedAt: null }).state).toBe('mend')
  expect(packWords({ ...whole, race: { ...RACE, event: null } }).state).toBe('mend')
  expect(packWords({ ...whole, race: undefined }).state).toBe('note')
})

it('says by how much a clock is off, and which way', () => {
  expect(clockWords({ syncedAt: NOW, serverOffsetMs: 800 }).state).toBe('ok')
  expect(clockWords({ syncedAt: NOW, serverOffsetMs: 3 * 3_600_000 }).words).toContain('3 hours behind')
  expect(clockWords({ syncedAt: NOW, serverOffsetMs: -5 * 60_000 }).words).toContain('5 minutes ahead')
  expect(clockWords({ syncedAt: null, serverOffsetMs: 0 }).state).toBe('mend')
})

it('never promises a storage that the browser does not promise', () => {
  expect(storageWords({ kept: true, usedBytes: 3_200_000, quotaBytes: 1e10 }).words).toContain('3.2 MB')
  expect(storageWords({ kept: false, usedBytes: 0, quotaBytes: 1e10 }).state).toBe('mend')
  expect(storageWords({ kept: null, usedBytes: null, quotaBytes: null }).state).toBe('note')
  expect(storageWords({ kept: true, usedBytes: 9e7, quotaBytes: 1e8 }).state).toBe('mend')
})
