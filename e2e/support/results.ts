import { randomUUID } from 'node:crypto'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { expect, test } from './fixtures.ts'

const GUN = Date.now() - 3_600_000
const RUNNERS = ['Ada', 'Bo', 'Cleo', 'Dag', 'Eve', 'Finn']

export let organiser: Account
export let timer: Account
export let marathon: NewMarathon

export const at = (ms: number) => new Date(GUN + ms).toISOString()

/** Sends ops of an account. */
export async function send(account: Account, ops: { type: string; id?: string; patch: object }[]): Promise<void> {
  const all = ops.map(({ type, id = randomUUID(), patch }) => {
    return { opId: randomUUID(), v: 1, type, id, base: {}, patch, at: at(0) }
  })
  const { results } = (await account.call('POST', '/api/sync', { uid: account.uid, cursor: null, ops: all })) as {
    results: { status: string }[]
  }
  expect(results.map(({ status }) => status)).toEqual(ops.map(() => 'applied'))
}

/** What a phone records at the finish: times since the gun in seconds, with bibs. */
function crossings(clock: string, list: readonly (readonly [number, string])[]) {
  const base = { marathonId: marathon._id, clock, bib: null, of: null, accuracy: null }
  return [
    {
      type: 'recording.create',
      patch: {
        ...base,
        kind: 'clock',
        point: 'clock',
        how: 'tap',
        tick: 1000,
        at: at(-1_000_000 + 1000),
        accuracy: 40,
      },
    },
    ...list.map(([seconds, bib]) => ({
      type: 'recording.create',
      patch: {
        ...base,
        ...{ kind: 'crossing', point: 'finish', how: 'bib', bib: bib || null },
        ...{ tick: 1_000_000 + seconds * 1000, at: at(seconds * 1000) },
      },
    })),
  ]
}

/** Prepares each test of the file that calls this. */
export function prepareResults(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    marathon = await organiser.createMarathon({
      title: 'Harbour run',
      startDate: at(0),
      regStart: at(-9e8),
      regEnd: at(-1e8),
    })
    timer = await createAccount(origin, 'Tina Timer')
    const made = await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'timer' })
    await timer.call('POST', `/api/invitations/${(made as { url: string }).url.split('/').at(-1)}`)
    const ada = randomUUID()
    await send(
      organiser,
      RUNNERS.map((firstName, index) => ({
        type: 'application.walkIn',
        id: firstName === 'Ada' ? ada : randomUUID(),
        patch: {
          ...{ marathonId: marathon._id, firstName, lastName: 'Runner', bib: String(101 + index) },
          ...{ code: newEntryCode(), above: 0 },
        },
      })),
    )
    const scan = { marathonId: marathon._id, applicationId: ada, at: at(-1000), gate: '' }
    await send(organiser, [{ type: 'checkIn.create', patch: scan }])
    const gun = {
      marathonId: marathon._id,
      kind: 'gun',
      point: 'start',
      how: 'tap',
      clock: 'clock-tina',
      bib: null,
      of: null,
    }
    await send(timer, [
      { type: 'recording.create', patch: { ...gun, tick: 1_000_000, at: at(0), accuracy: 40 } },
      // Cleo is typed as 130, which nobody has. Finn is still out.
      ...crossings('clock-tina', [
        [1800, '101'],
        [1860, '102'],
        [1900.2, '130'],
        [2000, '104'],
        [2100, '105'],
      ]),
    ])
    // The second phone has no tap of Dag, typed Eve as 150, and tapped somebody whom nobody else saw.
    await send(
      organiser,
      crossings('clock-olga', [
        [1800.1, '101'],
        [1860.1, '102'],
        [1900.3, '103'],
        [2050, ''],
        [2100.2, '106'],
      ]),
    )
  })
}
