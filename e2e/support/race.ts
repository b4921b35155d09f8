import { randomUUID } from 'node:crypto'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Account, inDays, type NewMarathon } from './account.ts'

const ASKED = { isRequired: false, staffSees: false, label: '' }
/** What a race asks, so that its results have sexes and categories. */
const QUESTIONS = JSON.stringify([
  { id: 'sexsex', kind: 'sex', ...ASKED },
  { id: 'birthy', kind: 'birthYear', ...ASKED },
])

/** A race that began an hour ago. */
export interface Race {
  marathon: NewMarathon
  /** Enters a runner. */
  enter: (
    firstName: string,
    bib: string,
    answers?: { sex?: string; born?: string; hidesName?: boolean },
  ) => Promise<void>
  /** Takes the name of who has this bib out of the results. */
  hide: (bib: string) => Promise<void>
  /** Enters an account, while the registration is open. */
  enterAs: (account: Account, firstName: string, bib: string) => Promise<void>
  /** Records a bib at a point, so long after the gun. */
  record: (bib: string, seconds: number, point?: string) => Promise<void>
  /** Shows the live list, or takes it back. */
  publish: (results: 'live' | '') => Promise<void>
}

/** Sends ops of an account. @throws Error if one is not applied */
async function send(
  account: Account,
  ops: { type: string; id?: string; base?: object; patch: object }[],
): Promise<void> {
  const at = new Date().toISOString()
  const all = ops.map(({ type, id = randomUUID(), base = {}, patch }) => ({
    opId: randomUUID(),
    v: 1,
    type,
    id,
    base,
    patch,
    at,
  }))
  const answer = await account.call('POST', '/api/sync', { uid: account.uid, cursor: null, ops: all })
  const { results } = answer as { results: { status: string }[] }
  if (results.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(results))
}

/** Shows the live list of results of a marathon, or takes it back. */
export function publishResults(organiser: Account, marathonId: string, results: 'live' | ''): Promise<void> {
  return send(organiser, [{ type: 'marathon.publish', id: marathonId, patch: { results } }])
}

/** Makes a race of an organiser, whose gun has gone. */
export async function makeRace(organiser: Account, part: Partial<NewMarathon> = {}): Promise<Race> {
  const gun = Date.now() - 3_600_000
  const at = (ms: number) => new Date(gun + ms).toISOString()
  const marathon = await organiser.createMarathon({
    ...{ startDate: at(0), regStart: inDays(-30), regEnd: inDays(-1), questions: QUESTIONS },
    ...{ categories: '{"preset":"ten"}', splits: '["Half"]', ...part },
  })
  const { _id: marathonId } = marathon
  const recording = { marathonId, how: 'bib', clock: 'clock-one', bib: null, of: null, accuracy: 40 }
  const record = (fields: object, ms: number) =>
    send(organiser, [
      { type: 'recording.create', patch: { ...recording, tick: 1_000_000 + ms, at: at(ms), ...fields } },
    ])
  await record({ kind: 'gun', point: 'start', how: 'tap' }, 0)
  const entries = new Map<string, string>()
  return {
    marathon,
    enter: (firstName, bib, { sex = '', born = '', hidesName = false } = {}) => {
      const id = randomUUID()
      entries.set(bib, id)
      return send(organiser, [
        {
          type: 'application.walkIn',
          id,
          patch: {
            ...{ marathonId, firstName, lastName: 'Runner', bib, hidesName, code: newEntryCode(), above: 0 },
            ...{ 'answers.sexsex': sex, 'answers.birthy': born },
          },
        },
      ])
    },
    hide: (bib) => {
      const hidden = { patch: { hidesName: true }, base: { hidesName: false } }
      return send(organiser, [{ type: 'application.correct', id: entries.get(bib) ?? '', ...hidden }])
    },
    enterAs: async (account, firstName, bib) => {
      const { insertedId: id } = await account.apply(marathon, { firstName })
      await send(organiser, [{ type: 'application.assignBib', id, base: { bib: null }, patch: { bib } }])
    },
    record: (bib, seconds, point = 'finish') => record({ kind: 'crossing', point, bib }, seconds * 1000),
    publish: (results) => publishResults(organiser, marathonId, results),
  }
}
