import { expect, it } from 'vitest'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { readRecorded } from '../../store/rows/recordings.ts'
import { emptyAccount } from '../../testing/test-account.ts'
import { PhoneClock } from './phone-clock.ts'

const EVENT = 'event-0001'
const NOON = Date.parse('2027-06-01T12:00:00.000Z')

async function phone(offset: { serverOffsetMs?: number; offsetErrorMs?: number; offsetTakenAt?: number } = {}) {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, ...offset })
  const now = { date: NOON, ticks: 1000 }
  const clock = new PhoneClock(db, EVENT, { date: () => now.date, ticks: () => now.ticks })
  const wait = (ms: number) => {
    now.date += ms
    now.ticks += ms
  }
  const samples = async () => (await readRecorded(db, { name: '', email: '' }, EVENT)).recordings
  return { db, now, clock, wait, samples }
}

it('times keep their order and their distances while the phone’s date is right', async () => {
  const { clock, wait } = await phone()
  const first = clock.stamp()
  wait(1500)
  const second = clock.stamp()
  expect([second.clock, second.tick - first.tick, second.accuracy]).toEqual([first.clock, 1500, null])
  expect(Date.parse(second.at) - Date.parse(first.at)).toBe(1500)
})

it('is another clock after the date was set, or the phone slept', async () => {
  const { clock, now, wait } = await phone()
  const { clock: before } = clock.stamp()
  wait(1000)
  now.date -= 3_600_000
  const set = clock.stamp()
  expect(set.clock).not.toBe(before)
  expect(set.tick).toBe(2000)
  // Ticks stand still while a phone sleeps.
  now.date += 60_000
  expect(clock.stamp().clock).not.toBe(set.clock)
  wait(500)
  expect(clock.look()).toBe(false)
})

it('a sample of the server’s time is a recording, once for a clock, and again later', async () => {
  const { clock, db, wait, samples } = await phone({ serverOffsetMs: 250, offsetErrorMs: 39.5, offsetTakenAt: NOON })
  await clock.sample()
  await clock.sample()
  expect(await samples()).toMatchObject([
    { kind: 'clock', tick: 1000, at: new Date(NOON + 250).toISOString(), accuracy: 40 },
  ])
  expect(clock.stamp().accuracy).toBe(40)
  wait(6 * 60_000)
  await clock.sample()
  expect(await samples()).toHaveLength(1)
  await db.sync.update('sync', { offsetTakenAt: NOON + 1, serverOffsetMs: 260 })
  await clock.sample()
  expect(await samples()).toHaveLength(2)
})

it('a phone that never heard from the server has no sample', async () => {
  const { clock, samples } = await phone()
  await clock.sample()
  expect([await samples(), clock.accuracy]).toEqual([[], null])
})
