import { afterEach, beforeEach, expect, it } from 'vitest'
import { AccountDb, type ApplicationRecord, type MarathonRecord } from './account-db.ts'
import { createApplication } from './applications.ts'
import type { MarathonView } from './overlay.ts'
import { changesSince, markSeen } from './race-pack.ts'
import { MAX_PACK_PICTURES, racePictures } from './race-pictures.ts'
import { readRaces } from './races.ts'

const NOW = Date.parse('2027-03-01T12:00:00.000Z')
const AUTHOR = { name: 'Ada', email: 'ada@example.com' }
let db: AccountDb

beforeEach(() => {
  db = new AccountDb(crypto.randomUUID())
})
afterEach(() => db.delete())

function marathon(id: string, part: Partial<MarathonRecord> = {}): MarathonRecord {
  return {
    _id: id,
    title: id,
    regStart: '2027-01-01T00:00:00.000Z',
    regEnd: '2027-03-04T00:00:00.000Z',
    startDate: '2027-03-05T08:00:00.000Z',
    location: 'Berlin',
    distance: '10k',
    description: '',
    image: `https://pictures.example/${id}.jpg`,
    name: 'Olivia',
    email: 'olivia@example.com',
    createdAt: '2027-01-01T00:00:00.000Z',
    regCount: 0,
    timeZone: 'Europe/Berlin',
    capacity: null,
    ver: 1,
    mine: false,
    own: 0,
    gen: 0,
    ...part,
  }
}

function application(marathonId: string, part: Partial<ApplicationRecord> = {}): ApplicationRecord {
  const { title, startDate, location, image, description } = marathon(marathonId)
  return {
    ...{ _id: `to-${marathonId}`, marathonId, title, startDate, location, image, description },
    ...{ firstName: 'Ada', lastName: 'Runner', phoneNumber: '12345', additionalInfo: '', email: '' },
    ...{ createdAt: '2027-02-01T00:00:00.000Z', ver: 1, mine: true, own: 1, gen: 0 },
    ...part,
  }
}

it('packs the pictures of events applied to, also in the queue, and of own events, soonest first', async () => {
  await db.marathons.bulkPut([
    marathon('applied-0001', { startDate: '2027-03-06T08:00:00.000Z' }),
    marathon('queued-0001', { startDate: '2027-03-07T08:00:00.000Z' }),
    marathon('owned-00001', { own: 1, mine: true, startDate: '2027-03-05T08:00:00.000Z' }),
    marathon('stranger-01'),
  ])
  await db.applications.put(application('applied-0001'))
  const { _id, createdAt, ver, mine, own, gen, ...fields } = application('queued-0001')
  await createApplication(db, fields)
  const pictures = await racePictures(db, NOW)
  expect(pictures.map((url) => url.replace(/.*\//, ''))).toEqual([
    'owned-00001.jpg',
    'applied-0001.jpg',
    'queued-0001.jpg',
  ])
})

it('leaves out races that are over, and never packs more than it may', async () => {
  await db.marathons.put(marathon('over-000001', { own: 1, startDate: '2027-02-20T08:00:00.000Z' }))
  const many = Array.from({ length: MAX_PACK_PICTURES + 5 }, (_, n) =>
    marathon(`own-event-${n}`, { own: 1, mine: true }),
  )
  await db.marathons.bulkPut(many)
  const pictures = await racePictures(db, NOW)
  expect(pictures).toHaveLength(MAX_PACK_PICTURES)
  expect(pictures.join()).not.toContain('over')
})

it('knows a race by its own copy where the event is gone, and brings a family’s entries together', async () => {
  await db.marathons.put(marathon('applied-0001'))
  await db.applications.bulkPut([
    application('applied-0001'),
    application('applied-0001', { _id: 'to-another', firstName: 'Bea' }),
    application('deleted-0001'),
  ])
  const races = await readRaces(db, AUTHOR)
  const names = races.map(({ marathonId, marathon: live, applications }) => [
    marathonId,
    live !== null,
    applications.length,
  ])
  expect(names.sort()).toEqual([
    ['applied-0001', true, 2],
    ['deleted-0001', false, 1],
  ])
})

it('tells what moved since the last look, and nothing once the user knows', async () => {
  const before: MarathonView = { ...marathon('applied-0001'), pending: null }
  await markSeen(db, before, NOW)
  const now = { ...before, startDate: '2027-03-05T07:30:00.000Z', location: 'Potsdam', regCount: 7 }
  const seen = (await db.packs.get('applied-0001'))?.seen
  expect(seen && changesSince(seen, now)).toEqual([
    { field: 'startDate', was: before.startDate },
    { field: 'location', was: 'Berlin' },
  ])
  await markSeen(db, now, NOW)
  const known = (await db.packs.get('applied-0001'))?.seen
  expect(known && changesSince(known, now)).toEqual([])
})
