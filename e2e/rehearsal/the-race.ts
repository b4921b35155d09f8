import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { RecordingRecord } from '../../web/store/account-db.ts'
import {
  type Seen,
  seenAtLine,
  seenInFunnel,
  shownCount,
  takePlace,
  tapsFor,
  thumbsOn,
  touchAt,
  truthOf,
  typeBib,
  writesDown,
} from './finish-line.ts'
import type { Person } from './person.ts'
import { type Stage, screenOf } from './stage.ts'

const GUN_IN_MS = 2500
/** The share of the runners that have come when a phone dies. */
const DIES_AT = 0.45
/** So many touches are on their way then. */
const IN_FLIGHT = 3

/** The gun, and the finish on three phones: two have no network, and one of them dies. @returns what really happened */
export async function theRace(stage: Stage): Promise<void> {
  const { crowd, database, people, random, report } = stage
  const { owner, organiser, timer, second } = people
  await stage.letPass('start_date', GUN_IN_MS)
  for (const person of [owner, timer, second]) await person.opens(screenOf(stage, 'timing'))
  await owner.looks('the timing')
  await takePlace(timer.page, 'start', 'tap')
  const session = await timer.page.context().newCDPSession(timer.page)
  const [thumb] = await thumbsOn(timer.page.getByRole('button', { name: 'Start gun', exact: true }))
  const gun = Math.max(Date.now() + 200, Date.parse(database.value<string>('SELECT start_date FROM marathon')))
  await touchAt(session, thumb, gun)
  await timer.hasSentAll()
  timer.knows('gun')
  for (const person of [owner, organiser, second]) {
    const hasGun = async () => (await person.stored<RecordingRecord>('recordings')).some(({ kind }) => kind === 'gun')
    await person.hearsUntil(hasGun, true, 'the gun')
    person.knows('gun')
  }

  const here = database.rows<{ bib: string }>(
    `SELECT DISTINCT a.bib FROM application a JOIN recording r ON r.application_id = a.id
      WHERE r.kind = 'check-in' AND r.confirmed = 1 AND r.voided_at IS NULL AND a.bib IS NOT NULL`,
  )
  const bibs = crowd.some(
    here.map(({ bib }) => bib),
    here.length,
  )
  const truth = truthOf(bibs, random)
  const seen = {
    timer: seenAtLine(truth, random, false),
    second: seenAtLine(truth, random, true),
    owner: seenInFunnel(truth, random),
  }
  await timer.losesNetwork()
  await second.losesNetwork()
  await takePlace(timer.page, 'finish', 'tap')
  await takePlace(second.page, 'finish', 'bib')
  await takePlace(owner.page, 'finish', 'order')
  const begin = Date.now()
  const [survived] = await Promise.all([
    finishOnAPhoneThatDies(stage, seen.second, begin),
    tapsFor(timer.page, seen.timer, begin),
    writesDown(owner.page, seen.owner, begin),
  ])
  report.say(`${bibs.length} runners came in within ${((Date.now() - begin) / 1000).toFixed(0)} s`)
  await timer.looks('the finish with no network')
  for (const person of [timer, second]) await person.findsNetwork()
  for (const person of [owner, timer, second]) await person.hasSentAll()
  stage.truth = {
    gun,
    times: new Map([...truth].map(([bib, at]) => [bib, begin + at])),
    whose: new Map([
      ...match(stage, timer, [seen.timer]),
      ...match(stage, second, survived),
      ...match(stage, owner, [seen.owner]),
    ]),
  }
}

/**
 * The second timer's phone dies while three touches are on their way to the disk, and comes back.
 * @returns what of `seen` is recorded: before, and after
 */
async function finishOnAPhoneThatDies(stage: Stage, seen: readonly Seen[], begin: number): Promise<Seen[][]> {
  const { second } = stage.people
  const { page } = second
  const dies = Math.floor(seen.length * DIES_AT)
  const before = seen.slice(0, dies)
  await tapsFor(page, before, begin)
  const shown = await shownCount(page)
  const last = seen.slice(dies, dies + IN_FLIGHT)
  const stops = tapsFor(page, last, begin, false).catch(() => undefined)
  await sleep(Math.max(0, begin + (last.at(-1)?.at ?? 0) - Date.now()))
  await second.diesAndComesBack(screenOf(stage, 'timing'))
  await stops
  await expect(second.page.getByText(/^± /)).toBeVisible()
  await takePlace(second.page, 'finish', 'bib')
  const count = () => shownCount(second.page)
  await expect.poll(count, { message: 'what was shown is on the disk' }).toBeGreaterThanOrEqual(shown)
  const stored = await count()
  // Who typed sees which bibs are missing.
  const kept = last.slice(0, stored - before.length)
  const session = await second.page.context().newCDPSession(second.page)
  for (const { typed } of kept) await typeBib(second.page, session, typed)
  const now = Date.now() - begin
  const after = seen.slice(dies + IN_FLIGHT).filter(({ at }) => at > now + 300)
  stage.report.say(`${second.name} missed ${seen.length - stored - after.length} runners while the phone was dead`)
  await tapsFor(second.page, after, begin)
  return [[...before, ...kept], after].filter((part) => part.length > 0)
}

/** Each thing that somebody recorded is there once, in its order: so it is known whose it is. */
function match({ database, report }: Stage, { name, account }: Person, seen: readonly Seen[][]): [string, string][] {
  const rows = database.rows<{ id: string; clock: string }>(
    `SELECT id, clock_id AS clock FROM recording WHERE kind = 'crossing' AND by_uid = ? ORDER BY at, tick`,
    account.uid,
  )
  const clocks = [...new Set(rows.map(({ clock }) => clock))]
  const parts = clocks.map((clock) => rows.filter((row) => row.clock === clock))
  expect(
    parts.map((part) => part.length),
    `no recording of ${name} is lost or doubled`,
  ).toEqual(seen.map((part) => part.length))
  report.say(`${name} recorded ${rows.length} crossings`)
  return parts.flatMap((part, n) => part.map(({ id }, nth): [string, string] => [id, seen[n]?.[nth]?.whose ?? '']))
}
