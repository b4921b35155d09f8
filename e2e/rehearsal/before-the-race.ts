import { expect } from '@playwright/test'
import { DAY_MS } from '../../contract/limits.ts'
import type { WithPhone } from './crowd.ts'
import { browserHasWhatIsThere, phonesShowWhatIsThere, placesHold } from './places.ts'
import { type Stage, screenOf } from './stage.ts'
import { formOf } from './the-opening.ts'

const HAND_OVERS = 6
/** The shares of those with a place who give it up, and who change their phone number. */
const LEAVES = 0.06
const CHANGES = 0.1
const FIRST_BIB = '101'
const NEW_NUMBER = '+49 431 999'

/** Weeks go by: places are handed on and given up, what was mistyped is corrected, and the bibs are given. */
export async function weeksGoBy(stage: Stage): Promise<void> {
  const { crowd } = stage
  await stage.letPass('start_date', 20 * DAY_MS)
  await crowd.syncs()
  await placesAreHandedOn(stage)
  await placesAreGivenUp(stage)
  await mistakesAreCorrected(stage)
  await bibsAreGiven(stage)
  await phonesShowWhatIsThere(stage, crowd.phones)
  await browserHasWhatIsThere(stage, stage.people.organiser)
  await placesHold(stage)
}

/** Those with a phone whose entry has this status. */
async function phonesWith(stage: Stage, status: string): Promise<WithPhone[]> {
  const rows = stage.database.rows<{ id: string }>('SELECT id FROM application WHERE status = ?', status)
  const ids = new Set(rows.map(({ id }) => id))
  return stage.crowd.phones.filter(({ entry }) => ids.has(entry))
}

/** Some give their place to a friend by a link. One link is seen by two, and one of them is too late. */
async function placesAreHandedOn(stage: Stage) {
  const { crowd, database, report } = stage
  const before = database.value<number>('SELECT reg_count FROM marathon')
  const givers = crowd.some(await phonesWith(stage, 'registered'), HAND_OVERS)
  const takers = crowd.some(await phonesWith(stage, 'waiting'), givers.length + 1)
  const secretOf = new Map(givers.map((giver, n) => [giver, `rehearsal-secret-${n}`.padEnd(22, 'x')]))
  for (const [giver, secret] of secretOf)
    await crowd.does(giver, { type: 'application.offer', id: giver.entry, base: { offer: null }, patch: { secret } })
  await crowd.syncs(givers)
  for (const [n, taker] of takers.entries()) {
    const giver = givers[n % givers.length] as WithPhone
    const id = crowd.newId(taker)
    const patch = { ...formOf(stage, taker), from: giver.entry, secret: secretOf.get(giver) ?? '' }
    // Who has a place waits no more.
    const leave = { type: 'application.delete', id: taker.entry, base: { status: 'waiting' }, patch: {} } as const
    await crowd.does(taker, leave, { type: 'application.takeOver', id, patch })
    taker.entry = id
  }
  await crowd.syncs(takers)
  const late: WithPhone[] = []
  for (const taker of takers) if ((await crowd.inbox(taker)).some(({ op }) => op.id === taker.entry)) late.push(taker)
  expect(late.length, 'one of two with the same link is too late, and hears it').toBe(takers.length - givers.length)
  for (const runner of [...late, ...givers]) runner.entry = ''
  expect(database.value('SELECT reg_count FROM marathon'), 'a place that is handed on stays one').toBe(before)
  await crowd.syncs(givers)
  for (const giver of givers) {
    const kinds = (await giver.phone.db.notices.toArray()).map(({ kind }) => kind)
    expect(kinds, `${giver.name} is told that the place is taken over`).toContain('handedOn')
  }
  report.say(`${givers.length} places were handed on, ${late.length} came too late`)
}

/** Some give their place up, and who waits longest gets it and is told. */
async function placesAreGivenUp(stage: Stage) {
  const { crowd, database, report } = stage
  const registered = await phonesWith(stage, 'registered')
  const leavers = crowd.some(registered, Math.max(2, Math.round(registered.length * LEAVES)))
  const next = database
    .rows<{ id: string }>('SELECT id FROM application WHERE waiting_order IS NOT NULL ORDER BY waiting_order')
    .slice(0, leavers.length)
    .map(({ id }) => id)
  for (const leaver of leavers) await crowd.does(leaver, { type: 'application.delete', id: leaver.entry, patch: {} })
  await crowd.syncs(leavers)
  for (const leaver of leavers) leaver.entry = ''
  await placesHold(stage)
  const promoted = database.rows<{ id: string }>('SELECT id FROM application WHERE promoted_at IS NOT NULL')
  expect(promoted.map(({ id }) => id).toSorted(), 'those who waited longest have the places').toEqual(next.toSorted())
  const told = crowd.phones.filter(({ entry }) => next.includes(entry))
  await crowd.syncs(told)
  for (const runner of told) {
    const kinds = (await runner.phone.db.notices.toArray()).map(({ kind }) => kind)
    expect(kinds, `${runner.name} is told of the place`).toContain('promoted')
  }
  report.say(`${leavers.length} gave their place up, ${told.length} phones here tell of a promotion`)
}

/** Runners change their number. The organiser corrects two of them on a phone, one at the same time as the runner. */
async function mistakesAreCorrected(stage: Stage) {
  const { crowd, people, report } = stage
  const { organiser } = people
  const registered = await phonesWith(stage, 'registered')
  const [both, alone] = crowd.some(registered, 2) as [WithPhone, WithPhone]
  const others = registered.filter((one) => one !== both && one !== alone)
  const changers = crowd.some(others, Math.max(2, Math.round(registered.length * CHANGES)))
  await organiser.opens(screenOf(stage, 'entrants'))
  for (const { name, lastName } of [both, alone]) {
    const { page } = organiser
    await page.getByRole('searchbox').fill(lastName)
    await page.getByRole('button', { name: `More about ${name}` }).click()
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    await organiser.looks('the correction of an entry')
    await page.getByRole('dialog').getByLabel('Contact Number').fill('+49 431 1')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('dialog').getByLabel('Contact Number')).toBeHidden()
  }
  await organiser.hasSentAll()
  for (const runner of [...changers, both]) {
    const base = { phoneNumber: '+49 431 123456' }
    const edit = { type: 'application.update', id: runner.entry, base, patch: { phoneNumber: NEW_NUMBER } } as const
    await crowd.does(runner, edit)
  }
  await crowd.syncs()
  const clashes = await crowd.inbox(both)
  expect(clashes.at(-1)?.conflicts, `${both.name} decides between two numbers`).toHaveProperty('phoneNumber')
  report.say(`${changers.length} changed their number; one of them clashed with the organiser, and is told`)
}

/** The organiser gives everybody with a place a bib, and the phones know it. */
async function bibsAreGiven(stage: Stage) {
  const { crowd, database, people } = stage
  const { organiser } = people
  const { page } = organiser
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Assign bibs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign bibs' })
  await dialog.getByLabel('First bib').fill(FIRST_BIB)
  await organiser.looks('the giving of the bibs')
  await dialog.getByRole('button', { name: /^Assign \d+ bibs/ }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  await organiser.hasSentAll()
  const [{ given, registered } = { given: 0, registered: 0 }] = database.rows<{ given: number; registered: number }>(
    `SELECT count(bib) AS given, count(*) AS registered FROM application WHERE status = 'registered'`,
  )
  expect(given, 'everybody with a place has a bib').toBe(registered)
  await crowd.syncs()
}
