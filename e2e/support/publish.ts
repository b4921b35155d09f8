import { randomUUID } from 'node:crypto'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { expect, test } from './fixtures.ts'

const GUN = Date.now() - 3_600_000
export const at = (ms: number) => new Date(GUN + ms).toISOString()

export let organiser: Account
export let marathon: NewMarathon

export async function send(ops: { type: string; id?: string; patch: object }[]): Promise<void> {
  const all = ops.map(({ type, id = randomUUID(), patch }) => {
    return { opId: randomUUID(), v: 1, type, id, base: {}, patch, at: at(0) }
  })
  const body = { uid: organiser.uid, cursor: null, ops: all }
  const { results } = (await organiser.call('POST', '/api/sync', body)) as { results: { status: string }[] }
  expect(results.map(({ status }) => status)).toEqual(ops.map(() => 'applied'))
}

/** What a phone at the finish records: whole seconds since the gun, and bibs. */
export const crossing = (seconds: number, bib: string) => ({
  type: 'recording.create',
  patch: {
    ...{ marathonId: marathon._id, kind: 'crossing', point: 'finish', how: 'bib', clock: 'clock-olga', of: null, bib },
    ...{ tick: 1_000_000 + seconds * 1000, at: at(seconds * 1000), accuracy: 40 },
  },
})

/** The list that everybody reads; null for none. */
export async function published(): Promise<PublicList | null> {
  const response = await fetch(`${test.info().project.use.baseURL}/api/marathons/${marathon._id}/list`)
  return response.ok ? ((await response.json()) as PublicList) : null
}

/** Prepares each test of the file that calls this. */
export function preparePublish(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    marathon = await organiser.createMarathon({
      ...{ title: 'Harbour run', startDate: at(0), regStart: at(-9e8), regEnd: at(-1e8) },
    })
    const ids = ['Ada', 'Bo', 'Cleo'].map((firstName) => ({ firstName, id: randomUUID() }))
    await send(
      ids.map(({ firstName, id }, index) => ({
        type: 'application.walkIn',
        id,
        patch: {
          ...{ marathonId: marathon._id, firstName, lastName: 'Runner', bib: String(101 + index) },
          ...{ code: newEntryCode(), above: 0 },
        },
      })),
    )
    const { patch } = crossing(0, '')
    const recorded = (fields: object) => ({
      type: 'recording.create',
      patch: { ...patch, how: 'tap', bib: null, ...fields },
    })
    await send([
      recorded({ kind: 'clock', point: 'clock' }),
      recorded({ kind: 'gun', point: 'start' }),
      ...[crossing(1800, '101'), crossing(1900, '102')],
    ])
  })
}

export const screen = () => `/dashboard/myMarathons/${marathon._id}/results#published`
