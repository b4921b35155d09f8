import { expect, it } from 'vitest'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { applicationRow, emptyAccount, marathonRow, queueEdits } from '../../testing/test-account.ts'
import { type Belongings, deletionSentences, readBelongings } from './belongings.ts'

const NONE: Belongings = { events: 0, entrants: 0, applications: 0, helping: 0, unsent: 0, isComplete: true }

it('counts owned events, their entrants, own applications, events of others where it is staff, and unsent edits', async () => {
  const db = await emptyAccount()
  expect(await readBelongings(db)).toEqual({ ...NONE, isComplete: false })
  await db.marathons.bulkPut([
    { ...marathonRow('own', { role: 'owner' }), own: 1, gen: 0 },
    { ...marathonRow('organised', { role: 'organiser' }), own: 1, gen: 0 },
    { ...marathonRow('helped', { role: 'gate' }), own: 0, gen: 0 },
    { ...marathonRow('other'), own: 0, gen: 0 },
  ])
  await db.applications.bulkPut([
    { ...applicationRow('a', 'own', { mine: false }), own: 0, gen: 0 },
    { ...applicationRow('b', 'own', { mine: false }), own: 0, gen: 0 },
    { ...applicationRow('c', 'helped', { mine: false }), own: 0, gen: 0 },
    { ...applicationRow('e', 'organised', { mine: false }), own: 0, gen: 0 },
    { ...applicationRow('d', 'other', { mine: true }), own: 1, gen: 0 },
  ])
  await queueEdits(db, ['op-1'])
  await db.sync.put({ ...FIRST_SYNC, syncedAt: 1 })
  expect(await readBelongings(db)).toEqual({
    events: 1,
    entrants: 2,
    applications: 1,
    helping: 2,
    unsent: 1,
    isComplete: true,
  })
})

it.each<[Partial<Belongings>, string]>([
  [{ events: 2 }, '2 events of yours are deleted, with bibs, check-ins and notices.'],
  [{ entrants: 1 }, '1 runner who applied there keeps a copy of the entry, and sees that the event was deleted.'],
  [{ applications: 1 }, '1 entry of yours is withdrawn. The places go to the waiting lists.'],
  [{ helping: 3 }, 'You stop helping at 3 events. The check-ins that you made there stay, without your name.'],
  [{ unsent: 1 }, '1 unsent change on this device is discarded.'],
  [{ isComplete: false }, 'All your events and entries are deleted. This device has not loaded all of them yet.'],
])('says what happens to %o', (part, sentence) => {
  const always = deletionSentences(NONE)
  const sentences = deletionSentences({ ...NONE, ...part })
  expect(sentences.filter((one) => !always.includes(one))).toEqual([sentence])
})

it('says that a deletion without a network is told by itself for a week', () => {
  expect(deletionSentences(NONE).at(-1)).toMatch(/^Offline, .*After a week, the login page asks you again/)
})
