import { describe, expect, it } from 'vitest'
import { NO_RULING } from '../../../contract/results/recording.ts'
import type { SyncRuling } from '../../../contract/results/recording-schema.ts'
import { applicationRow, emptyAccount } from '../../testing/test-account.ts'
import { readRulings } from './told-rulings.ts'

const MARATHON = 'event-0001'
const at = '2027-06-01T09:00:00.000Z'

const ruling = (_id: string, other: Partial<SyncRuling>): SyncRuling => {
  return { ...NO_RULING, _id, marathonId: MARATHON, kind: 'state', at: _id, by: 'Oscar', ...other }
}

/** What a history says of rulings, in their order, on a phone that has the entrant with bib 118. */
async function told(...rulings: SyncRuling[]) {
  const db = await emptyAccount()
  await db.rulings.bulkPut(rulings.map((one) => ({ ...one, gen: 0 })))
  const crossing = {
    kind: 'crossing',
    point: 'finish',
    how: 'tap',
    clock: '',
    tick: 0,
    bib: null,
    accuracy: 0,
  } as const
  const fields = { ...crossing, of: null, by: 'Tim', voidedAt: null, confirmed: true, ver: 1, gen: 0 }
  await db.recordings.put({ ...fields, _id: 'crossing', marathonId: MARATHON, at: '2027-06-01T07:00:02.500Z' })
  const ada = applicationRow('entry-0001', MARATHON, { firstName: 'Ada', lastName: 'Lauf', bib: '118' })
  await db.applications.bulkPut([
    { ...ada, own: 0, gen: 0 },
    { ...ada, _id: 'entry-0002', marathonId: 'event-0002', firstName: 'Bo', own: 0, gen: 0 },
  ])
  const found = await readRulings(db, { _id: MARATHON, timeZone: 'UTC' })
  return rulings.map(({ _id }) => found.get(_id))
}

describe('the rulings in a history', () => {
  it('say whose bib it was and what was ruled, also of one that was taken back', async () => {
    const out = ruling('one', { bib: '118', state: 'disqualified', reason: 'Short cut.' })
    expect(await told(out, ruling('two', { kind: 'undo', rulingId: 'one' }))).toEqual([
      { words: 'Bib 118: disqualified. Short cut.', name: 'Ada Lauf' },
      { words: 'Taken back: Bib 118: disqualified. Short cut.', name: 'Ada Lauf' },
    ])
    expect(await told(ruling('two', { kind: 'undo', rulingId: 'unknown' }))).toEqual([
      { words: 'A decision about the results was taken back', name: '' },
    ])
  })

  it('of one answer say each thing once, and not that a doubt was seen', async () => {
    const bib = { kind: 'bib', bib: '7', recordingId: 'crossing', at } as const
    const seen = { kind: 'seen', doubt: 'noBib:1234', at } as const
    const given = { words: 'The crossing at 07:00:02.5 is of bib 7.', name: '' }
    expect(await told(ruling('a', bib), ruling('b', bib), ruling('c', seen))).toEqual([given, null, null])
    expect(await told(ruling('c', seen))).toEqual([{ words: 'Left as it is: a crossing without a bib.', name: '' }])
    const back = { kind: 'undo', at: 'later' } as const
    const undone = [ruling('d', { ...back, rulingId: 'a' }), ruling('e', { ...back, rulingId: 'c' })]
    expect((await told(ruling('a', bib), ruling('c', seen), ...undone)).slice(2)).toEqual([
      { ...given, words: `Taken back: ${given.words}` },
      null,
    ])
  })
})
