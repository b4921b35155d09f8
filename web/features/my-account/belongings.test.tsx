import { expect, it, vi } from 'vitest'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow, queueEdits, staffRow } from '../../testing/test-account.ts'
import { type Belongings, deletionSentences, readBelongings, readHandovers } from './belongings.ts'
import { HandOver } from './hand-over.tsx'

const NONE: Belongings = { events: 0, entrants: 0, applications: 0, helping: 0, unsent: 0, isComplete: true }

it('counts own events and entrants, own applications, roles elsewhere, and what is not sent', async () => {
  const db = await emptyAccount()
  expect(await readBelongings(db)).toEqual({ ...NONE, isComplete: false })
  await db.marathons.bulkPut([
    { ...marathonRow('own', { role: 'owner' }), own: 1, gen: 0 },
    { ...marathonRow('helped', { role: 'gate' }), own: 0, gen: 0 },
    { ...marathonRow('organised', { role: 'organiser' }), own: 1, gen: 0 },
    { ...marathonRow('other'), own: 0, gen: 0 },
  ])
  await db.applications.bulkPut([
    { ...applicationRow('a', 'own', { mine: false }), own: 0, gen: 0 },
    { ...applicationRow('b', 'own', { mine: false }), own: 0, gen: 0 },
    { ...applicationRow('c', 'helped', { mine: false }), own: 0, gen: 0 },
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

it('offers each own event with entrants to its organisers, and says how to name one', async () => {
  const db = await emptyAccount()
  const event = (id: string, role: 'owner' | 'organiser', startDate: string) => ({
    ...{ ...marathonRow(id, { role, startDate, title: `Run ${id}` }), own: 1 as const, gen: 0 },
  })
  await db.marathons.bulkPut([
    event('later', 'owner', '2027-09-01T08:00:00.000Z'),
    event('sooner', 'owner', '2027-08-01T08:00:00.000Z'),
    event('empty', 'owner', '2027-08-01T08:00:00.000Z'),
    event('of-oscar', 'organiser', '2027-08-01T08:00:00.000Z'),
  ])
  await db.applications.bulkPut(
    ['later', 'sooner', 'sooner', 'of-oscar'].map((id, n) => ({
      ...{ ...applicationRow(`entry-${n}`, id, { mine: false }), own: 0 as const, gen: 0 },
    })),
  )
  await db.staff.bulkPut([
    { ...staffRow('me', 'sooner', { mine: true, role: 'owner' }), gen: 0 },
    { ...staffRow('oscar', 'sooner', { name: 'Oscar', role: 'organiser' }), gen: 0 },
    { ...staffRow('gus', 'sooner', { name: 'Gus', role: 'gate' }), gen: 0 },
  ])
  const found = await readHandovers(db)
  expect(found.map(({ title, entrants, organisers }) => [title, entrants, organisers.map(({ name }) => name)])).toEqual(
    [
      ['Run sooner', 2, ['Oscar']],
      ['Run later', 1, []],
    ],
  )

  const part = renderPart(db, <HandOver />)
  await vi.waitFor(() => expect(part.text()).toContain('2 entrants'))
  expect(part.text()).toMatch(/Run later.*Nobody else organises it/)
  expect(part.ways()).toEqual(['Invite an organiser: Run later: /dashboard/myMarathons/later/staff'])
  part.tap('Offer to Oscar')
  await vi.waitFor(() => expect(part.text()).toContain('It stays yours until it is taken over.'))
  const queued = await db.outbox.toArray()
  expect(queued.map(({ op: { type, id, patch } }) => [type, id, patch])).toEqual([
    ['staff.update', 'oscar', { isOffered: true }],
  ])
  part.tap('Take back the offer to Oscar')
  await vi.waitFor(() => expect(part.text()).toContain('Offer to Oscar'))
  part.leave()
})

it.each<[Partial<Belongings>, string]>([
  [{ events: 2 }, '2 events of yours are deleted, with bibs, check-ins and notices.'],
  [{ entrants: 1 }, '1 runner who applied there keeps a copy of the entry, and sees that the event was deleted.'],
  [{ applications: 1 }, '1 entry of yours is withdrawn. The places go to the waiting lists.'],
  [
    { helping: 3 },
    'Your role at 3 events of others ends. What you wrote and checked in there stays, without your name.',
  ],
  [{ unsent: 1 }, '1 unsent change on this device is discarded.'],
  [{ isComplete: false }, 'All your events and entries are deleted. This device has not loaded all of them yet.'],
])('says what happens to %o', (part, sentence) => {
  const always = deletionSentences(NONE, false)
  const sentences = deletionSentences({ ...NONE, ...part }, false)
  expect(sentences.filter((one) => !always.includes(one))).toEqual([sentence])
})

it('says, with no network alone, that the server is told later, for a week by itself', () => {
  expect(deletionSentences(NONE, true).at(-1)).toMatch(
    /^You are offline: .*If that takes more than a week, you are asked/,
  )
  expect(deletionSentences(NONE, false).join()).not.toContain('offline')
})
