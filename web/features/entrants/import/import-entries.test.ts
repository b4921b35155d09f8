import { expect, it } from 'vitest'
import { entryCodeOf } from '../../../../contract/text/entry-code.ts'
import { enqueueOps } from '../../../store/outbox.ts'
import { readEntrants } from '../../../testing/plain-store.ts'
import { applicationRow, emptyAccount } from '../../../testing/test-account.ts'
import { type ImportedEntry, importEntries, importedId, readGone } from './import-entries.ts'

const EVENT = 'event-0001'
const entry = (name: string): ImportedEntry => ({
  id: importedId('olivia', EVENT, name, 0),
  fields: { marathonId: EVENT, firstName: name, lastName: 'Lauf', bib: null, 'answers.born00': '1987' },
})

it('queues entries that are shown at once, with a code and how far each is above capacity', async () => {
  const db = await emptyAccount('olivia')
  await importEntries(db, ['Ada', 'Bo', 'Cy'].map(entry), 1)
  const ops = (await db.outbox.toArray()).map(({ op }) => op)
  expect(ops.map(({ type, patch }) => [type, patch.above])).toEqual([
    ['application.walkIn', 0],
    ['application.walkIn', 1],
    ['application.walkIn', 2],
  ])
  expect(new Set(ops.map(({ patch }) => entryCodeOf(String(patch.code)))).size).toBe(3)
  const shown = await readEntrants(db, EVENT)
  expect(shown).toMatchObject([{ 'answers.born00': '1987', status: 'registered', isClaimed: false }, {}, {}])
})

it('leaves out who is queued or here already, and counts them not as above the places', async () => {
  const db = await emptyAccount('olivia')
  await db.applications.put({ ...applicationRow(entry('Ada').id, EVENT, { mine: false }), own: 0, gen: 0 })
  await importEntries(db, [entry('Bo')], 0)
  await importEntries(db, ['Ada', 'Bo', 'Cy'].map(entry), 0)
  const ops = (await db.outbox.toArray()).map(({ op }) => op)
  expect(ops.map(({ patch }) => [patch.firstName, patch.above])).toEqual([
    ['Bo', 1],
    ['Cy', 1],
  ])
})

it('knows who was withdrawn, also where that is not sent', async () => {
  const db = await emptyAccount('olivia')
  await importEntries(db, [entry('Ada')], null)
  await enqueueOps(db, [{ type: 'application.withdraw', id: entry('Ada').id, patch: { reason: 'Ill.' }, base: {} }])
  await db.withdrawn.put({ _id: entry('Bo').id, marathonId: EVENT, code: '', at: '2027-01-01T00:00:00.000Z' })
  expect(await readGone(db, EVENT)).toEqual(new Set([entry('Bo').id, entry('Ada').id]))
})

it('changes answers of who is here as corrections, from what the file was compared with', async () => {
  const db = await emptyAccount('olivia')
  const row = applicationRow('entry-0001', EVENT, { mine: false, 'answers.born00': '1986' })
  await db.applications.put({ ...row, own: 0, gen: 0 })
  const answers = { 'answers.born00': '1987', 'staff.paid00': 'yes' } as const
  await importEntries(db, [entry('Bo'), { entrant: { ...row, pending: null }, answers }], 0)
  const [, correction] = (await db.outbox.toArray()).map(({ op }) => op)
  expect(correction).toMatchObject({
    ...{ type: 'application.correct', id: 'entry-0001', patch: answers },
    base: { 'answers.born00': '1986', 'staff.paid00': '' },
  })
})
