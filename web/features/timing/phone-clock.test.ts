import { expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/limits.ts'
import { phoneOf } from '../../../contract/results/recording.ts'
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
  const clock = new PhoneClock(db, EVENT, 'phone', { date: () => now.date, ticks: () => now.ticks })
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
  expect([phoneOf(set.clock), phoneOf(before)]).toEqual(['phone', 'phone'])
  expect(set.tick).toBe(2000)
  // Ticks stand still while a phone sleeps.
  now.date += 60_000
  expect(clock.stamp().clock).not.toBe(set.clock)
  wait(500)
  expect(clock.look()).toBe(false)
})

it('the times of one phone keep their order whatever its date does', async () => {
  const { clock, now, wait } = await phone({ serverOffsetMs: -4000, offsetErrorMs: 20, offsetTakenAt: NOON })
  await clock.sample()
  let last = clock.stamp()
  for (const jump of [-90_000, 0, 5_400_000, -5_400_000, 1200, -1200, 3_600_000, -86_400_000]) {
    wait(700)
    now.date += jump
    const stamp = clock.stamp()
    expect(stamp.at > last.at, `after ${jump}`).toBe(true)
    expect(stamp.tick - last.tick).toBe(700)
    last = stamp
  }
})

it('the error of the phone’s time grows by 50 ppm: a week offline is half a minute', async () => {
  const { clock, wait } = await phone({ serverOffsetMs: 250, offsetErrorMs: 39.5, offsetTakenAt: NOON })
  await clock.sample()
  expect(clock.accuracy).toBe(40)
  wait(DAY_MS)
  expect(clock.accuracy).toBe(40 + 4320)
  wait(6 * DAY_MS)
  expect(clock.stamp().accuracy).toBe(40 + 30_240)
  // Longer ago than that it says nothing.
  wait(7 * DAY_MS)
  expect(clock.accuracy).toBe(null)
})

it('a sample says how old its knowledge is', async () => {
  const { clock, samples, wait } = await phone({ serverOffsetMs: 250, offsetErrorMs: 40, offsetTakenAt: NOON })
  wait(DAY_MS)
  await clock.sample()
  expect(await samples()).toMatchObject([{ kind: 'clock', accuracy: 40 + 4320 }])
})

it('after a jump nobody knows the time until the phone has synced again', async () => {
  const { clock, db, now, samples, wait } = await phone({ serverOffsetMs: 250, offsetErrorMs: 40, offsetTakenAt: NOON })
  await clock.sample()
  expect([clock.accuracy, clock.hasJumped]).toEqual([40, false])
  now.date += 3_600_000
  for (let second = 0; second < 3; second += 1) {
    wait(1000)
    await clock.sample()
    expect([clock.accuracy, clock.hasJumped, clock.stamp().accuracy]).toEqual([null, true, null])
  }
  // Another tab has corrected the offset for the jump, which is no sample.
  await db.sync.update('sync', { serverOffsetMs: -3_599_750, offsetErrorMs: 1040, offsetTakenAt: now.date })
  await clock.sample()
  expect(clock.accuracy).toBe(null)
  await db.sync.update('sync', { syncedAt: now.date, serverOffsetMs: -3_599_740, offsetErrorMs: 30 })
  await clock.sample()
  expect([clock.accuracy, clock.hasJumped]).toEqual([30, false])
  expect(await samples()).toHaveLength(2)
})

it('a phone that slept and synced knows its time again, even if the older sample is surer', async () => {
  const { clock, db, now } = await phone({ serverOffsetMs: 250, offsetErrorMs: 40, offsetTakenAt: NOON })
  await clock.sample()
  now.date += 600_000
  await clock.sample()
  expect(clock.accuracy).toBe(null)
  await db.sync.update('sync', { syncedAt: now.date })
  await clock.sample()
  expect([clock.accuracy, clock.now()]).toEqual([70, NOON + 600_000 + 250])
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

it('a better sample counts at once: the date may have been set while the app was closed', async () => {
  const old = { serverOffsetMs: 250, offsetErrorMs: 40, offsetTakenAt: NOON - 2 * 86_400_000 }
  const { clock, db, wait, samples } = await phone(old)
  await clock.sample()
  expect(await samples()).toMatchObject([{ accuracy: 8680 }])
  wait(1000)
  await db.sync.update('sync', { offsetTakenAt: NOON + 1000, serverOffsetMs: -86_400_000, offsetErrorMs: 40 })
  await clock.sample()
  expect(await samples()).toMatchObject([{ accuracy: 8680 }, { accuracy: 40 }])
})

it('a phone that never heard from the server has no sample', async () => {
  const { clock, samples } = await phone()
  await clock.sample()
  expect([await samples(), clock.accuracy]).toEqual([[], null])
})
