import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_APPLICATION } from '../../../contract/fields.ts'
import { usePictureKept } from '../../background/use-picture-kept.ts'
import { AccountDb, type ApplicationRecord, type MarathonRecord } from '../../store/account-db.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { createApplication } from '../../store/rows/applications.ts'
import { MAX_PACK_PICTURES, racePictures } from '../../store/rows/race-pictures.ts'
import { readRaces } from '../../store/rows/races.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { marathonRow } from '../../testing/test-account.ts'
import { changesSince, markSeen, useChangedSince } from './race-pack.ts'

const NOW = Date.parse('2027-03-01T12:00:00.000Z')
const AUTHOR = { name: 'Ada', email: 'ada@example.com' }
let db: AccountDb

beforeEach(() => {
  db = new AccountDb(crypto.randomUUID())
})
afterEach(() => db.delete())

function marathon(id: string, part: Partial<MarathonRecord> = {}): MarathonRecord {
  const image = `https://pictures.example/${id}.jpg`
  const there = { location: 'Berlin', timeZone: 'Europe/Berlin', startDate: '2027-03-05T08:00:00.000Z' }
  return { ...marathonRow(id, { title: id, image, ...there }), own: 0, gen: 0, ...part }
}

function application(marathonId: string, part: Partial<ApplicationRecord> = {}): ApplicationRecord {
  const { title, startDate, location, image, description } = marathon(marathonId)
  return {
    ...EMPTY_APPLICATION,
    ...{ _id: `to-${marathonId}`, marathonId, title, startDate, location, image, description },
    ...{ firstName: 'Ada', lastName: 'Runner', phoneNumber: '12345' },
    ...{
      createdAt: '2027-02-01T00:00:00.000Z',
      hidesName: false,
      status: 'registered' as const,
      promotedAt: null,
      bib: null,
      waitingOrder: null,
      drawOrder: null,
      wantedBib: null,
      above: 0,
      isClaimed: true,
      offer: null,
      code: 'K7QM2F9G',
      ver: 1,
      mine: true,
      own: 1,
      gen: 0,
    },
    ...part,
  }
}

it('packs pictures of own events and of those applied to, also in the queue, soonest first', async () => {
  await db.marathons.bulkPut([
    marathon('applied-0001', { startDate: '2027-03-06T08:00:00.000Z' }),
    marathon('queued-0001', { startDate: '2027-03-07T08:00:00.000Z' }),
    marathon('owned-00001', { own: 1, role: 'owner', startDate: '2027-03-05T08:00:00.000Z' }),
    marathon('stranger-01'),
  ])
  await db.applications.put(application('applied-0001'))
  const { _id, createdAt, status, promotedAt, bib, code, ver, mine, own, gen, ...fields } = application('queued-0001')
  await createApplication(db, fields)
  const pictures = await racePictures(db, NOW)
  expect(pictures.map((url) => url.replace(/.*\//, ''))).toEqual([
    'owned-00001.jpg',
    'applied-0001.jpg',
    'queued-0001.jpg',
  ])
})

it('packs by ids of every kind, not for applications of others or events without pictures', async () => {
  await db.marathons.bulkPut([
    marathon('0190abcd-0000-7000-8000-000000000001', { startDate: '2027-03-06T08:00:00.000Z' }),
    marathon('zzzz-0001', { startDate: '2027-03-07T08:00:00.000Z' }),
    marathon('0000-owned', { own: 1, role: 'owner', createdAt: '1999-01-01T00:00:00.000Z' }),
    marathon('without-0001', { own: 1, role: 'owner', image: '' }),
    marathon('strangers-01'),
  ])
  await db.applications.bulkPut([
    application('0190abcd-0000-7000-8000-000000000001'),
    application('zzzz-0001'),
    application('strangers-01', { own: 0, mine: false }),
  ])
  expect((await racePictures(db, NOW)).map((url) => url.replace(/.*\//, ''))).toEqual([
    '0000-owned.jpg',
    '0190abcd-0000-7000-8000-000000000001.jpg',
    'zzzz-0001.jpg',
  ])
})

it('leaves out races that are over, and never packs more than it may', async () => {
  await db.marathons.put(marathon('over-000001', { own: 1, startDate: '2027-02-20T08:00:00.000Z' }))
  const many = Array.from({ length: MAX_PACK_PICTURES + 5 }, (_, n) =>
    marathon(`own-event-${n}`, { own: 1, role: 'owner' }),
  )
  await db.marathons.bulkPut(many)
  const pictures = await racePictures(db, NOW)
  expect(pictures).toHaveLength(MAX_PACK_PICTURES)
  expect(pictures.join()).not.toContain('over')
})

it('knows a race by its copy where the event is gone, and groups the entries of a family', async () => {
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

it('tells a cancellation first, then a moved window', async () => {
  const before: MarathonView = { ...marathon('applied-0001'), pending: null }
  await markSeen(db, before, NOW)
  const now = { ...before, location: 'Potsdam', cancelled: 'Storm', regEnd: '2027-03-03T00:00:00.000Z' }
  const seen = (await db.packs.get('applied-0001'))?.seen
  expect(seen && changesSince(seen, now).map(({ field }) => field)).toEqual(['cancelled', 'location', 'regEnd'])
})

describe('what changed in an event since the last look', () => {
  const view = (part: Partial<MarathonView> = {}): MarathonView => ({
    ...marathon('applied-0001'),
    pending: null,
    ...part,
  })
  const account = () => ({ db, author: AUTHOR })
  let shown: MarathonView | null
  const look = (of: MarathonView | null) => {
    shown = of
    return renderHook(() => useChangedSince(shown), account())
  }

  it('is kept silently at the first look, and told at the next change until the user knows', async () => {
    const page = look(view())
    await until(async () => expect(await db.packs.count()).toBe(1))
    expect(page.value()).toBeNull()
    shown = view({ location: 'Potsdam' })
    page.as(account())
    await until(() => expect(page.value()?.changes).toEqual([{ field: 'location', was: 'Berlin' }]))
    expect(page.value()).toMatchObject({ seenZone: 'Europe/Berlin', at: expect.any(Number) })
    page.value()?.dismiss()
    await until(() => expect(page.value()).toBeNull())
    expect((await db.packs.get('applied-0001'))?.seen.location).toBe('Potsdam')
    page.leave()
  })

  it.each([
    ['one’s own event', { role: 'owner' as const }],
    ['one’s own queued edit', { pending: 'waiting' as const }],
  ])('is nothing for %s', async (_name, part) => {
    await markSeen(db, view({ location: 'Elsewhere' }), NOW)
    const page = look(view(part))
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(page.value()).toBeNull()
    page.leave()
  })

  it('is nothing without an event, and for a visitor', async () => {
    await markSeen(db, view({ location: 'Elsewhere' }), NOW)
    const page = look(null)
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(page.value()).toBeNull()
    shown = view()
    page.as(account())
    await until(() => expect(page.value()?.changes).toHaveLength(1))
    page.as(null)
    await until(() => expect(page.value()).toBeNull())
    page.leave()
  })
})

describe('an event’s picture', () => {
  const message = vi.fn<(message: unknown, ports: MessagePort[]) => void>()
  let inCaches: string[]
  beforeEach(() => {
    inCaches = []
    message.mockReset()
    // A picture is kept with the headers of the request that fetched it, so others must be ignored.
    const match = async (url: string, { ignoreVary }: CacheQueryOptions = {}) =>
      ignoreVary && inCaches.includes(url) ? new Response() : undefined
    vi.stubGlobal('caches', { match })
    const serviceWorker = { ready: Promise.resolve({ active: { postMessage: message } }) }
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
  const URL_A = 'https://pictures.example/a.jpg'

  it('is none, or kept, without asking anybody', async () => {
    inCaches = [URL_A]
    let image: string | undefined = ''
    const page = renderHook(() => usePictureKept(image, 0))
    await until(() => expect(page.value()).toBe('none'))
    image = URL_A
    page.as(null)
    await until(() => expect(page.value()).toBe('kept'))
    expect(message).not.toHaveBeenCalled()
    page.leave()
  })

  it('is fetched where it is missing, and looked for again after that', async () => {
    message.mockImplementation((_message, [port]) => {
      inCaches = [URL_A]
      port?.postMessage('done')
    })
    const page = renderHook(() => usePictureKept(URL_A, 0))
    await until(() => expect(page.value()).toBe('kept'))
    expect(message).toHaveBeenCalledExactlyOnceWith({ type: 'KEEP_PICTURES' }, [expect.anything()])
    page.leave()
  })

  it('is missing where no service worker can fetch it, and looked for again in a new round', async () => {
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true })
    let round = 0
    const page = renderHook(() => usePictureKept(URL_A, round))
    await until(() => expect(page.value()).toBe('missing'))
    inCaches = [URL_A]
    round = 1
    page.as(null)
    await until(() => expect(page.value()).toBe('kept'))
    page.leave()
  })
})
