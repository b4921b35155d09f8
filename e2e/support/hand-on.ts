import { newEntryCode } from '../../contract/text/entry-code.ts'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, inDays, type NewMarathon, newMarathonId } from './account.ts'
import { expect, test } from './fixtures.ts'
import { stretchTimers } from './timers.ts'

export let organiser: Account
export let ann: Account
export let cem: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareHandOn(): void {
  test.beforeEach(async ({ page, origin }) => {
    await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
    organiser = await createAccount(origin, 'Olga Organiser')
    ann = await createAccount(origin, 'Ann Runner')
    cem = await createAccount(origin, 'Cem Runner')
    const until = { handOverUntil: inDays(5) }
    marathon = await organiser.createMarathon({ title: `Harbour run ${Date.now()}`, capacity: 1, ...until })
  })
}

/** Syncs ops as an account. */
export async function send(account: Account, type: string, id: string, patch: object) {
  const op = { opId: `op-${crypto.randomUUID()}`, v: 1, type, id, base: {}, patch, at: inDays(0) }
  const { results } = (await account.call('POST', '/api/sync', { uid: account.uid, cursor: null, ops: [op] })) as {
    results: { status: string }[]
  }
  expect(results[0]?.status).toBe('applied')
}

/** A desk enters Dee. @returns where the link leads that the desk shows */
export async function walkIn() {
  const [id, code] = [newMarathonId(), newEntryCode()]
  const person = { firstName: 'Dee', lastName: 'Walker', bib: '9', code, above: 0 }
  await send(organiser, 'application.walkIn', id, { marathonId: marathon._id, ...person })
  return { code, path: `/take/${id}.${code}` }
}
