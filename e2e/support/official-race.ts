import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../contract/limits.ts'
import { digestOf, publishedEntriesOf, publishedRows } from '../../contract/results/public-list.ts'
import type { Results } from '../../contract/results/results.ts'
import { parseSyncResponse } from '../../contract/sync.ts'
import type { Account, NewMarathon } from './account.ts'

/** Who ran: an account, a name, and the time in seconds; null for who gave up. */
export interface Ran {
  account: Account
  firstName?: string
  lastName?: string
  seconds: number | null
}

/** Sends ops of an account. @throws Error if one is not applied */
export async function sendOps(account: Account, ops: { type: string; id?: string; patch?: object; base?: object }[]) {
  const all = ops.map(({ type, id = randomUUID(), patch = {}, base = {} }) => {
    return { opId: randomUUID(), v: 1, type, id, base, patch, at: new Date().toISOString() }
  })
  const body = await account.call('POST', '/api/sync', { uid: account.uid, cursor: null, ops: all })
  const { results } = parseSyncResponse(body)
  const failed = results.filter(({ status }) => status !== 'applied')
  if (failed.length > 0) throw new Error(JSON.stringify(failed))
}

/**
 * Runs a race some days ago, and makes its results official. Bibs count from 101, in the order of `ran`.
 * @returns the event, and the ids of the entries
 */
export async function officialRace(
  organiser: Account,
  ran: readonly Ran[],
  { daysAgo = 1, ...fields }: Partial<NewMarathon> & { daysAgo?: number } = {},
): Promise<{ marathon: NewMarathon; entries: string[] }> {
  const start = Date.now() - daysAgo * DAY_MS
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
  const marathon = await organiser.createMarathon({
    startDate: at(0),
    regStart: at(-30 * 86_400),
    regEnd: new Date(Date.now() + DAY_MS).toISOString(),
    ...fields,
  })
  const marathonId = marathon._id
  const entries: string[] = []
  for (const { account, firstName = 'Ada', lastName = 'Runner' } of ran)
    entries.push((await account.apply(marathon, { firstName, lastName })).insertedId)
  const recording = { marathonId, clock: 'clock-one', of: null, accuracy: 40, bib: null as string | null }
  const crossing = (seconds: number, bib: string, kind: 'crossing' | 'retired' = 'crossing', point = 'finish') => ({
    type: 'recording.create',
    patch: { ...recording, kind, point, how: 'bib', bib, tick: seconds * 1000, at: at(seconds) },
  })
  const splits = fields.splits ? (JSON.parse(fields.splits) as string[]) : []
  await sendOps(organiser, [
    ...entries.map((id, index) => ({
      type: 'application.assignBib',
      id,
      patch: { bib: `${101 + index}` },
      base: { bib: null },
    })),
    { type: 'recording.create', patch: { ...recording, kind: 'gun', point: 'start', how: 'tap', tick: 0, at: at(0) } },
    ...ran.flatMap(({ seconds }, index) => {
      const bib = `${101 + index}`
      if (seconds === null) return [crossing(600, bib, 'retired')]
      const passed = splits.map((point, nth) =>
        crossing(Math.round((seconds * (nth + 1)) / (splits.length + 1)), bib, 'crossing', point),
      )
      return [...passed, crossing(seconds, bib)]
    }),
  ])
  await sign(organiser, marathon)
  return { marathon, entries }
}

/** Makes the results official, as they follow from the rows now. */
async function sign(organiser: Account, { _id }: NewMarathon) {
  const { list } = (await organiser.call('GET', `/api/marathons/${_id}/results`)) as { list: Results }
  const { marathons, applications } = parseSyncResponse(
    await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops: [] }),
  )
  const marathon = marathons.find((one) => one._id === _id)
  if (!marathon) throw new Error('the organiser does not get the event')
  const entryOf = publishedEntriesOf(marathon)
  const rows = publishedRows(list, applications.filter(({ marathonId }) => marathonId === _id).map(entryOf))
  await organiser.call('POST', `/api/marathons/${_id}/results`, { digest: digestOf(rows), reason: '' })
}
