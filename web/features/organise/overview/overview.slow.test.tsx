import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MarathonView } from '../../../store/overlay.ts'
import { until } from '../../../testing/render-hook.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { checkInRow, emptyAccount, marathonRow } from '../../../testing/test-account.ts'
import { Checklist } from './checklist.tsx'
import { Counts } from './counts.tsx'
import { Overview } from './overview.tsx'

const ID = 'event-0001'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const event = (other: Partial<MarathonView> = {}): MarathonView => ({
  ...marathonRow(ID, { role: 'owner', ...other }),
  pending: null,
  ...other,
})

beforeEach(() => {
  // The helpers are on the server.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The place of an event, and its buttons that look like the main one. */
async function open(marathon: MarathonView) {
  const part = renderPart(await emptyAccount(), <Overview marathon={marathon} />)
  await until(() => expect(part.text()).toContain('Entrants'))
  const mains = [...part.box.querySelectorAll('a, button')].filter((one) => one.classList.contains('bg-action'))
  return { ...part, mains: mains.map((one) => one.textContent) }
}

it.each<[what: string, event: Partial<MarathonView>, mains: string[]]>([
  ['before the day is to share it', { startDate: inHours(100) }, ['Share']],
  ['on the day is check-in', { startDate: inHours(0) }, ['Check in']],
  ['after the race is none', { startDate: inHours(-20) }, []],
  ['of a cancelled event is none', { startDate: inHours(100), cancelled: 'Storm' }, []],
  ['of a cancelled event is none on the day either', { startDate: inHours(0), cancelled: 'Storm' }, []],
])('the main button %s', async (_what, other, wanted) => {
  const { mains, leave } = await open(event(other))
  expect(mains).toEqual(wanted)
  leave()
})

it('after the race what is due comes first, and there is one way to the next one', async () => {
  const part = await open(event({ startDate: inHours(-20) }))
  await until(() => expect(part.text()).toContain('Plan the next one'))
  expect(part.text().indexOf('After the race')).toBeLessThan(part.text().indexOf('Check in'))
  expect(part.ways().filter((way) => way.includes('copy='))).toHaveLength(1)
  part.leave()
  const off = await open(event({ startDate: inHours(-20), cancelled: 'Storm' }))
  expect(off.ways().filter((way) => way.includes('copy='))).toEqual([`Duplicate: /dashboard/addMarathon?copy=${ID}`])
  off.leave()
})

it('a ballot is drawn here once its window has closed, and not before', async () => {
  const ballot = { registration: 'ballot', capacity: 9, regStart: inHours(-50), startDate: inHours(50) } as const
  const early = await open(event({ ...ballot, regEnd: inHours(1) }))
  expect(early.text()).not.toContain('Draw now')
  early.leave()
  const due = await open(event({ ...ballot, regEnd: inHours(-1) }))
  expect(due.text()).toContain('Draw now')
  due.leave()
})

it('the link of the event can be copied', async () => {
  const writeText = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const { tap, leave } = await open(event())
  tap('Copy the link')
  await until(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/e/${ID}`))
  leave()
})

it('a cancelled event can be reinstated, and not cancelled again', async () => {
  const on = await open(event())
  expect(on.text()).toContain('Cancel this event')
  on.leave()
  const off = await open(event({ cancelled: 'Storm' }))
  expect(off.text()).toContain('Reinstate the event')
  expect(off.text()).not.toContain('Cancel this event')
  off.leave()
})

it('counts who waits and who is in the ballot, and from the day on who is here', async () => {
  const counts = async (part: Partial<MarathonView>, when: 'ahead' | 'today' | 'past') => {
    const { box, text, leave } = renderPart(
      await emptyAccount(),
      <Counts marathon={event({ regCount: 1200, ...part })} when={when} here={1100} />,
    )
    await until(() => expect(text()).toContain('Registered'))
    const said = [...box.querySelectorAll('dl > div')].map((one) => one.textContent)
    leave()
    return said
  }
  expect(await counts({}, 'ahead')).toEqual(['Registered1,200'])
  expect(await counts({ capacity: 1300, waitingCount: 1 }, 'today')).toEqual([
    'Registered1,200 of 1,300',
    'Here1,100',
    'Waiting list1',
  ])
  expect(await counts({ registration: 'ballot', enteredCount: 3 }, 'past')).toEqual([
    'Registered1,200',
    'Here1,100',
    'In the ballot3',
  ])
})

it('each thing to do leads to where it is done, and says how far it is', async () => {
  const [onEdit, onShare] = [vi.fn(), vi.fn()]
  const image = 'https://startline.example/samples/sample-3.svg'
  const rows = { withBib: 2, helpers: undefined, hasScans: true, here: undefined }
  const open = async (when: 'ahead' | 'past') => {
    const part = renderPart(
      await emptyAccount(),
      <Checklist
        {...{ when, onEdit, onShare, isDrawDue: false }}
        marathon={event({ image, regCount: 3, waitingCount: 1 })}
        progress={rows}
      />,
    )
    await until(() => expect(part.text()).toContain(when === 'ahead' ? 'Before the race' : 'After the race'))
    return part
  }
  const ahead = await open('ahead')
  ahead.tap('Your own pictureOne of our drawings is shown')
  expect([onEdit.mock.calls.length, onShare.mock.calls.length]).toEqual([1, 0])
  ahead.tap('Share the event (Done)4 have applied')
  expect([onEdit.mock.calls.length, onShare.mock.calls.length]).toEqual([1, 1])
  expect(ahead.ways()).toEqual([
    `Invite staff: /dashboard/myMarathons/${ID}/staff`,
    `Assign bibs2 of 3 have a bib: /dashboard/myMarathons/${ID}/entrants`,
    `Try a scan (Done)Done: /dashboard/myMarathons/${ID}/checkIn`,
  ])
  ahead.leave()
  const past = await open('past')
  expect(past.ways()).toEqual([
    `Thank your runnersWrite a notice: /dashboard/myMarathons/${ID}/notices`,
    `Plan the next oneA copy, 52 weeks later: /dashboard/addMarathon?copy=${ID}`,
  ])
  past.leave()
})

it('one scan is a test scan, also of who is not here', async () => {
  const db = await emptyAccount()
  const { text, leave } = renderPart(db, <Overview marathon={event({ startDate: inHours(100) })} />)
  await until(() => expect(text()).toContain('Try a scanScan one code, then undo it'))
  const scan = checkInRow('scan-0001', ID, 'entry-0001', { voidedAt: '2027-06-01T06:41:00.000Z' })
  await db.checkIns.put({ ...scan, first: 0, gen: 0 })
  await until(() => expect(text()).toContain('Try a scan (Done)'))
  leave()
})
