import Dexie from 'dexie'
import { expect, it, vi } from 'vitest'
import type { InboxRecord } from '../../store/account-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow, opOf } from '../../testing/test-account.ts'
import { UnsentChanges } from './unsent-changes.tsx'

const at = (day: number) => `2037-01-0${day + 1}T08:00:00.000Z`
const WITH_ORGANISER = { checkIn: { code: 'WITH_ORGANISER' } } as const

/** A rejected op on the check-in `scan-<n>`. */
function rejected(type: string, n: number, other: Partial<InboxRecord> = {}, marathonId = 'event-0001'): InboxRecord {
  const id = `scan-${1000 + n}`
  const at = `2027-06-01T07:${String(n % 60).padStart(2, '0')}:00.000Z`
  const patch = type === 'checkIn.create' ? { marathonId, applicationId: `entry-${n}`, at, gate: 'A' } : { at }
  const opId = `op-${type}-${n}`
  const op = { ...opOf(type, patch), opId, id, at }
  return { opId, target: `checkIn:${id}`, op, at, code: 'FORBIDDEN', was: { title: 'Harbour Ten' }, ...other }
}
const scan = (n: number, marathonId?: string) => rejected('checkIn.create', n, { fields: WITH_ORGANISER }, marathonId)

it('shows scans with the organiser as one card per event, and a tap clears what it showed', async () => {
  const db = await emptyAccount()
  const scans = Array.from({ length: 300 }, (_, n) => scan(n))
  // The server has not stored this one.
  const single = rejected('checkIn.create', 900)
  await db.inbox.bulkAdd([...scans, rejected('checkIn.void', 7), single, scan(901, 'event-0002')])
  const { box, text, tap, leave } = renderPart(db, <UnsentChanges />)
  const heads = () => [...box.querySelectorAll('h3')].map((one) => one.textContent)
  await until(() =>
    expect(heads()).toEqual([
      "300 scans at 'Harbour Ten'",
      "Check-in of an entrant at 'Harbour Ten'",
      "Check-in of an entrant at 'Harbour Ten'",
    ]),
  )
  expect(text()).toContain('300 scans are with the organiser, who decides.')
  expect(text()).toContain('You undid 1 of them.')
  expect(text()).toContain('Not accepted 303')
  expect(await db.inbox.count()).toBe(303)
  tap('OK')
  await until(() => expect(heads()).toHaveLength(2))
  expect((await db.inbox.toArray()).map(({ opId }) => opId).sort()).toEqual([
    'op-checkIn.create-900',
    'op-checkIn.create-901',
  ])
  leave()
})

it('names the event of a card, and copies all its scans', async () => {
  const db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001', { title: 'Lake Five' }), own: 0, gen: 0 })
  await db.inbox.bulkAdd([scan(1), scan(2)].map((item) => ({ ...item, was: {} })))
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  const { text, tap, leave } = renderPart(db, <UnsentChanges />)
  await until(() => expect(text()).toContain("2 scans at 'Lake Five'"))
  tap('Copy')
  await until(() => expect(copied).toHaveLength(1))
  expect(copied[0]?.match(/Check-in of an entrant at 'Lake Five'/g)).toHaveLength(2)
  expect(copied[0]).toContain('Gate: A')
  leave()
})

it('tells a removed helper that an undo came too late, so that the check-in still counts', async () => {
  const db = await emptyAccount()
  await db.inbox.add(rejected('checkIn.void', 5))
  const { text, leave } = renderPart(db, <UnsentChanges />)
  await until(() => expect(text()).toContain('so nothing was undone.'))
  expect(text()).toMatch(/The check-in of \d\d:\d\d still counts: tell the organiser\./)
  await db.inbox.add(
    rejected('checkIn.void', 6, { was: { title: 'Harbour Ten', firstName: 'Ana', lastName: 'Adason' } }),
  )
  await until(() => expect(text()).toContain('The check-in of Ana Adason at'))
  leave()
})

/** A bib that another phone gave differently: without a code a clash, with one a rejection. */
function bib(n: number, other: Partial<InboxRecord> = {}): InboxRecord {
  const [opId, id] = [`op-bib-${n}`, `entry-${n}`]
  const op = { ...opOf('application.assignBib', { bib: `${n}` }), opId, id }
  const conflicts = { bib: { base: null, yours: `${n}`, theirs: `${n + 1}` } }
  const was = { marathonId: 'event-0001', title: 'Harbour Ten', firstName: `Runner ${n}`, lastName: 'Sen' }
  return { opId, target: `application:${id}`, op, at: op.at, was, ...('code' in other ? {} : { conflicts }), ...other }
}

// Last year's event has the same title.
const LAKE = { marathonId: 'event-0002', title: 'Harbour Ten' }

/** Waits for a question, and answers it with yes. */
async function agree(question: string) {
  await until(() => expect(document.body.textContent).toContain(question))
  document.querySelector<HTMLButtonElement>('.swal2-confirm')?.click()
}

it('decides many bibs of an event together, and shows no more cards than anybody reads', async () => {
  const db = await emptyAccount()
  const start = { ...opOf('marathon.update', { startDate: at(2) }), opId: 'op-start', id: 'event-0001', at: at(1) }
  await db.inbox.bulkAdd([
    ...Array.from({ length: 3000 }, (_, n) => bib(n)),
    ...Array.from({ length: 200 }, (_, n) => bib(5000 + n, { code: 'BIB_TAKEN' })),
    ...Array.from({ length: 6 }, (_, n) => bib(8000 + n, { was: { ...LAKE, firstName: 'Ivo', lastName: 'Li' } })),
    rejected('checkIn.create', 900),
    // The newest clash is not a bib. It comes before the thousands.
    {
      opId: 'op-start',
      target: 'marathon:event-0001',
      op: start,
      at: at(1),
      conflicts: { startDate: { base: at(0), yours: at(2), theirs: at(3) } },
    },
  ])
  const { box, text, tap, leave } = renderPart(db, <UnsentChanges />)
  const headings = () => [...box.querySelectorAll('h3')].map((one) => one.textContent)
  await until(() => expect(text()).toContain("3,000 bibs at 'Harbour Ten'"))
  expect(text()).toContain("6 bibs at 'Harbour Ten'")
  expect(headings()[2]).toContain('start')
  expect(text()).toContain('Another phone gave these entrants other bibs')
  expect(text()).toContain('Other entrants have these bibs. Yours keep their old bib, or have none.')
  expect(text()).toContain('…and 2,907 more after these.')
  expect(text()).toContain('…and 101 more after these.')
  expect(box.querySelectorAll('fieldset')).toHaveLength(100)
  tap('Keep all theirs')
  await agree('Keep theirs for all 3,000 bibs?')
  await until(async () => expect(await db.inbox.count()).toBe(208))
  tap('Discard all')
  await agree('Discard all 200 bibs?')
  await until(async () => expect(await db.inbox.count()).toBe(8))
  leave()
})

it('has no card for a few bibs', async () => {
  const db = await emptyAccount()
  await db.inbox.bulkAdd([1, 2, 3, 4].map((n) => bib(n)))
  const { box, leave } = renderPart(db, <UnsentChanges />)
  await until(() => expect(box.querySelectorAll('fieldset')).toHaveLength(4))
  expect(box.textContent).not.toContain('Keep all theirs')
  leave()
})

it('a double tap decides one clash, and not also the one that moves under the finger', async () => {
  const db = await emptyAccount()
  await db.inbox.bulkAdd([1, 2].map((n) => bib(n)))
  const { box, tap, leave } = renderPart(db, <UnsentChanges />)
  const cards = (count: number) => until(() => expect(box.querySelectorAll('fieldset')).toHaveLength(count))
  await cards(2)
  const later = performance.now() + 10_000
  const now = vi.spyOn(performance, 'now').mockReturnValue(later)
  tap('Keep theirs')
  await cards(1)
  now.mockReturnValue(later + 400)
  tap('Keep theirs')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await db.inbox.count()).toBe(1)
  now.mockReturnValue(later + 600)
  tap('Keep theirs')
  await until(async () => expect(await db.inbox.count()).toBe(0))
  now.mockRestore()
  leave()
})

it('says before a scan is discarded that the organiser has it', async () => {
  const db = await emptyAccount()
  await db.inbox.add(scan(1))
  const { text, tap, leave } = renderPart(db, <UnsentChanges />)
  await until(() => expect(text()).toContain('Check-in of an entrant'))
  tap('Discard')
  await until(() => expect(document.body.textContent).toContain('Discard this change?'))
  expect(document.body.textContent).toContain('It is deleted from this phone. The organiser has it.')
  document.querySelector<HTMLButtonElement>('.swal2-cancel')?.click()
  leave()
})

it('opens the form with the times of the event, even if tapped before the event was read', async () => {
  const db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001', { role: 'owner' }), timeZone: 'Asia/Tokyo', own: 1, gen: 0 })
  const op = { ...opOf('marathon.update', { regEnd: '2027-05-01T14:59:59.999Z' }), opId: 'op-000001', id: 'event-0001' }
  const item = { opId: op.opId, target: 'marathon:event-0001', op, at: op.at, code: 'INVALID' as const }
  await db.inbox.add(item)
  const read = Promise.withResolvers<void>()
  const get = db.marathons.get.bind(db.marathons)
  vi.spyOn(db.marathons, 'get').mockImplementation(((id: string) =>
    Dexie.waitFor(read.promise).then(() => get(id))) as never)
  const { box, tap, leave } = renderPart(db, <UnsentChanges />)
  await until(() => tap('Edit and send again'))
  read.resolve()
  await until(() => expect(document.body.textContent).toContain('Local time of the race (Asia/Tokyo)'))
  expect(document.querySelector<HTMLInputElement>('input[name=regEnd]')?.value).toContain('2027-05-01T23:59')
  expect(box).toBeDefined()
  leave()
  vi.restoreAllMocks()
})
