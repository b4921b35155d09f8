import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { ApplicationFields } from '../../contract/application.ts'
import { EMPTY_APPLICATION } from '../../contract/fields.ts'
import { MOST_TRIES, type Runner, type WithPhone } from './crowd.ts'
import { placesHold } from './places.ts'
import { type Stage, screenOf } from './stage.ts'

/** So many try before it opens. */
const EARLY = 5
/** The share of those who do not want to wait where the race is full. */
const IMPATIENT = 0.05
/** Who has a phone in the crowd has waited for this second. The others come within the same seconds, and a while after. */
const LATE = 1.6
const OPENS_IN_MS = 1500

/** What a runner types into the form. */
export function formOf(stage: Stage, { firstName, lastName, account, hidesName }: Runner): ApplicationFields {
  return {
    ...EMPTY_APPLICATION,
    ...{ marathonId: stage.marathonId, title: stage.title, startDate: new Date().toISOString() },
    ...{ firstName, lastName, phoneNumber: '+49 431 123456', email: account.email, hidesName },
  }
}

/** The registration opens: all want a place in the same seconds. */
export async function theRegistrationOpens(stage: Stage): Promise<void> {
  const { crowd, database, report, sizes, people } = stage
  await crowd.gathers(sizes)
  await crowd.syncs()
  await stage.reached.subscribe()
  report.say(`${crowd.runners.length} want to run, ${crowd.phones.length} of them have a phone here`)
  await someAreTooEarly(stage)

  await stage.letPass('reg_start', OPENS_IN_MS)
  await sleep(OPENS_IN_MS)
  const impatient = new Set(crowd.runners.filter(() => crowd.chance(IMPATIENT)))
  const inOrder = crowd.runners
    .map((runner) => ({ runner, at: stage.random() * (runner.phone ? 1 : LATE) }))
    .sort((a, b) => a.at - b.at)
    .map(({ runner }) => runner)
  const from = Date.now()
  const refused = new Set<Runner>()
  await crowd.each(inOrder, async (runner) => {
    const fields = { ...formOf(stage, runner), waitingList: !impatient.has(runner) }
    if (runner.phone) return applyByPhone(stage, runner as WithPhone, fields)
    runner.entry = await applyByRequest(stage, runner, fields)
    if (runner.entry === '') refused.add(runner)
  })
  report.say(`${inOrder.length} applications in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  await crowd.syncs()
  await everybodyKnowsTheTruth(stage, impatient, refused)

  const { organiser } = people
  await organiser.opens(screenOf(stage, 'entrants'))
  const entries = database.value<number>('SELECT count(*) FROM application')
  await organiser.hearsUntil(async () => (await organiser.stored('applications')).length, entries, 'the entrants')
  await organiser.looks('the entrants')
}

/** Some have wrong clocks or no patience: the server refuses what comes before its time, and their phones say so. */
async function someAreTooEarly(stage: Stage) {
  const { crowd } = stage
  const early = crowd.some(crowd.phones, EARLY)
  for (const runner of early) {
    await crowd.does(runner, { type: 'application.create', id: crowd.newId(runner), patch: formOf(stage, runner) })
    await crowd.syncs([runner])
    const [item] = await crowd.inbox(runner)
    expect(item, `${runner.name} is told that it is too early`).toMatchObject({ code: 'REG_CLOSED' })
  }
}

/** The application is on the phone at once, and is sent as soon as the network lets it. */
async function applyByPhone(stage: Stage, runner: WithPhone, fields: ApplicationFields) {
  const { crowd } = stage
  runner.entry = crowd.newId(runner)
  await crowd.does(runner, { type: 'application.create', id: runner.entry, patch: fields })
  await crowd.pass(runner)
}

/**
 * One request, and once more where its answer is lost: its key says that it is the same.
 * @returns the entry; '' where it is full
 */
async function applyByRequest({ crowd }: Stage, { account, name }: Runner, fields: ApplicationFields): Promise<string> {
  const send = crowd.network.fetchOf(account.cookie)
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const body = JSON.stringify(fields)
    const response = await send('/api/marathonApplication', { method: 'POST', headers, body }).catch(() => undefined)
    if (!response || response.status >= 500) continue
    const text = await response.text()
    if (response.ok) return (JSON.parse(text) as { insertedId: string }).insertedId
    expect(text, name).toContain('FULL')
    return ''
  }
  throw new Error(`${name} gets no answer`)
}

/** Exactly the places are given, everybody else waits or was refused, and no phone tells of a place that is not there. */
async function everybodyKnowsTheTruth(stage: Stage, impatient: ReadonlySet<Runner>, refused: ReadonlySet<Runner>) {
  const { crowd, database, report, sizes } = stage
  const rows = database.rows<{ id: string; status: string }>('SELECT id, status FROM application')
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
  const count = (status: string) => rows.filter((row) => row.status === status).length
  expect(count('registered'), 'each place is given once').toBe(Math.min(sizes.places, crowd.runners.length))
  for (const runner of crowd.phones) {
    const own = await crowd.ownEntry(runner)
    const status = statusOf.get(runner.entry)
    expect(own?.status, `${runner.name} knows what the server knows`).toBe(status)
    if (status !== undefined) continue
    expect(impatient.has(runner), `${runner.name} was refused without a reason`).toBe(true)
    expect(await crowd.inbox(runner)).toContainEqual(expect.objectContaining({ code: 'FULL' }))
    refused = new Set([...refused, runner])
  }
  for (const runner of refused) {
    expect(impatient.has(runner), `${runner.name} was refused without a reason`).toBe(true)
    runner.entry = ''
  }
  expect(rows.length + refused.size, 'everybody has an answer').toBe(crowd.runners.length)
  await placesHold(stage)
  report.say(`${count('registered')} have a place, ${count('waiting')} wait, ${refused.size} did not want to wait`)
}
