import { expect, it } from 'vitest'
import { FIRST_SYNC } from '../../store/account-db.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import type { NoticeView } from '../../store/rows/notices.ts'
import type { Race } from '../../store/rows/races.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow, noticeRow } from '../../testing/test-account.ts'
import { pickRace } from './pick-race.ts'
import { StartLineView } from './start-line-view.tsx'

const NOW = Date.parse('2027-03-05T08:00:00.000Z')
const ID = 'event-0001'

const entry = (id: string, other: Partial<ApplicationView> = {}): ApplicationView => ({
  ...applicationRow(id, ID),
  pending: null,
  ...other,
})
const event = (other: Partial<MarathonView> = {}): MarathonView => ({ ...marathonRow(ID), pending: null, ...other })

function raceOf(hours: number, other: Partial<Race> = {}): Race {
  const startDate = new Date(NOW + hours * 3_600_000).toISOString()
  const { title, timeZone, location } = marathonRow(ID)
  const marathon = event({ startDate })
  return { marathonId: ID, title, startDate, timeZone, location, cancelled: null, marathon, applications: [], ...other }
}

async function open(race: Race, unread: NoticeView[] = []) {
  const part = renderPart(
    await emptyAccount(),
    <StartLineView race={race} unread={unread} now={NOW} sync={{ ...FIRST_SYNC, syncedAt: NOW }} />,
  )
  await until(() => expect(part.text()).toContain('Harbour Ten'))
  return part
}

it.each<[what: string, entry: Partial<ApplicationView>, says: string]>([
  ['has no code yet', { code: '' }, 'No code yet.'],
  ['is new and waits', { code: '', ver: 0, pending: 'waiting' }, 'Saved on this phone only.'],
  ['is on the waiting list', { status: 'waiting' }, 'On the waiting list: this entry has no place yet.'],
  ['is in a ballot', { status: 'entered' }, 'In the ballot: this entry has no place yet.'],
])('says of an entry that it %s', async (_what, other, says) => {
  const { text, leave } = await open(raceOf(3, { applications: [entry('entry-0001', other)] }))
  expect(text()).toContain(says)
  leave()
})

it('shows bib and code of an entry whose change waits, and nothing of what is missing', async () => {
  const waits = entry('entry-0001', { code: 'K7M2QXA9', bib: '12', pending: 'waiting', ver: 3 })
  const { text, leave } = await open(raceOf(3, { applications: [waits] }))
  expect(text()).toContain('Bib 12K7M2 QXA9')
  expect(text()).not.toMatch(/No code yet|Saved on this phone only|has no place yet/)
  leave()
})

it('a tap on the code makes it large, in the place of the clock', async () => {
  const { box, text, leave } = await open(raceOf(3, { applications: [entry('entry-0001')] }))
  expect(text()).toContain('Time now at the start')
  box.querySelector<HTMLButtonElement>('.start-code button')?.click()
  await until(() => expect(text()).not.toContain('Time now at the start'))
  leave()
})

it('says nothing of the screen until the phone has said whether it stays on', async () => {
  let grant: ((lock: EventTarget) => void) | undefined
  const request = () =>
    new Promise<EventTarget>((resolve) => {
      grant = resolve
    })
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  const { text, leave } = await open(raceOf(3))
  await until(() => expect(grant).toBeDefined())
  expect(text()).not.toContain('The screen')
  grant?.(Object.assign(new EventTarget(), { release: async () => undefined }))
  await until(() => expect(text()).toContain('The screen stays on.'))
  leave()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

it('has a button for each of a family, by first name, or by whole name where two share it', async () => {
  const runner = (id: string, firstName: string, lastName: string) => entry(id, { firstName, lastName })
  const two = [runner('entry-0001', 'Ada', 'Lauf'), runner('entry-0002', 'Bo', 'Lauf')]
  const buttons = (box: HTMLElement) =>
    [...box.querySelectorAll('section[aria-label="Your entry"] .start-button')].map((one) => one.textContent)
  const family = await open(raceOf(3, { applications: two }))
  expect(buttons(family.box)).toEqual(['Ada', 'Bo'])
  family.leave()
  const namesakes = await open(raceOf(3, { applications: [...two, runner('entry-0003', 'Ada', 'Renn')] }))
  expect(buttons(namesakes.box)).toEqual(['Ada Lauf', 'Bo', 'Ada Renn'])
  namesakes.leave()
})

it.each([
  ['organises', { role: 'owner' }],
  ['helps', { role: 'gate' }],
] as const)('leads who %s without an entry to check-in', async (_role, role) => {
  const { ways, leave } = await open(raceOf(3, { marathon: event(role) }))
  expect(ways()).toContain(`Check in: /dashboard/myMarathons/${ID}/checkIn`)
  leave()
})

it('says that the event was deleted, or that it is cancelled and why', async () => {
  const deleted = await open(raceOf(3, { marathon: null, applications: [entry('entry-0001')] }))
  expect(deleted.text()).toContain('This event was deleted by its organiser.')
  deleted.leave()
  const cancelled = await open(raceOf(3, { cancelled: 'Storm' }))
  expect(cancelled.text()).toContain('CancelledStormThe start was planned for')
  expect(cancelled.text()).not.toContain('Starts in')
  cancelled.leave()
})

it('tells a start that is far away with its year, and one in view without', async () => {
  const far = await open(raceOf(301 * 24))
  expect(far.text()).toContain('Start Fri Dec 31, 2027,')
  far.leave()
  const near = await open(raceOf(299 * 24))
  expect(near.text()).toContain('Start Wed Dec 29,')
  expect(near.text()).not.toContain('2027')
  near.leave()
})

it('tells two unread notices of its race, a line each, and how many there are more', async () => {
  const notice = (id: string, marathonId = ID, runner = ''): NoticeView => ({
    ...noticeRow(id, marathonId, { text: `Text of ${id}.` }),
    ...{ isUnread: true, title: 'Harbour Ten', runner, pending: null },
  })
  const unread = [notice('other', 'event-0002'), notice('first', ID, 'Ada Lauf'), notice('second'), notice('third')]
  const { box, text, tap, leave } = await open(raceOf(3), unread)
  const told = () => box.querySelector('section[aria-label=Notices]')?.textContent
  expect(told()).toBe('Text of first.Got itText of second.Got it1 more under Details')
  tap('Text of first.')
  await until(() => expect(told()).toContain('For Ada Lauf'))
  expect(told()).toContain('Olivia')
  expect(text()).not.toContain('Text of other.')
  leave()
})

it('opens with the next race, or the last one, and with one of a deleted event only if asked', () => {
  const gone = raceOf(1, { marathonId: 'event-gone', marathon: null })
  const [over, soon] = [raceOf(-20), raceOf(3)]
  expect(pickRace([over, gone, soon], undefined, NOW)).toBe(soon)
  expect(pickRace([raceOf(-50), over, gone], undefined, NOW)).toBe(over)
  expect(pickRace([over, gone, soon], 'event-gone', NOW)).toBe(gone)
  expect(pickRace([over, soon], 'event-other', NOW)).toBeUndefined()
})
