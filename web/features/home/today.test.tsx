import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AccountProvider } from '../../store/account-context.tsx'
import { FIRST_SYNC, type SyncRecord } from '../../store/account-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow, noticeRow } from '../../testing/test-account.ts'
import { Today } from './today.tsx'
import { TodayPlace } from './today-place.tsx'

type Row = NonNullable<Parameters<typeof marathonRow>[1]>

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** A phone that has synced, with the user's own marathons. */
async function phoneWith(own: Row[], sync: Partial<SyncRecord> = { syncedAt: Date.now() }) {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, ...sync })
  const rows = own.map((part, n) => marathonRow(`event-000${n + 1}`, { role: 'owner', ...part }))
  await db.marathons.bulkPut(rows.map((row) => ({ ...row, own: 1, gen: 0 })))
  return db
}

it('strikes out the start of a cancelled race and says why', async () => {
  const db = await phoneWith([{ startDate: inHours(3), cancelled: 'Storm' }])
  const { box, text, leave } = renderPart(db, <Today />)
  await until(() => expect(text()).toContain('Storm'))
  expect(box.querySelector('.line-through')?.textContent).toMatch(/^\d\d:\d\d$/)
  leave()
})

it('tells the race of an event that is here, how many are at hand, and leads to its race day', async () => {
  const db = await phoneWith([{ startDate: inHours(30) }, { startDate: inHours(50) }, { startDate: inHours(900) }])
  const gone = applicationRow('entry-0001', 'event-gone', { startDate: inHours(3) })
  await db.applications.put({ ...gone, own: 1, gen: 0 })
  const { ways, leave } = renderPart(db, <Today />)
  await until(() => expect(ways()).toContain('Harbour Ten: /dashboard/myMarathons/event-0001'))
  expect(ways()).toContain('Race day (2): /ready?race=event-0001')
  leave()
})

it('shows the time at the place with its zone, and by the phone’s own clock how old it is', async () => {
  // 00:00 of a day in UTC is 05:45 there.
  const startDate = `${inHours(72).slice(0, 10)}T00:00:00.000Z`
  const syncedAt = Date.now()
  const db = await phoneWith([{ startDate, timeZone: 'Asia/Kathmandu' }], { syncedAt, serverOffsetMs: 48 * HOUR_MS })
  const { text, leave } = renderPart(db, <Today />)
  // By the server's clock it is two days later.
  await until(() => expect(text()).toMatch(/GMT\+5:45Hamburg.*05:45in\s\d+\s(h|min)/))
  expect(text()).toMatch(/Saved \d\d:\d\d\. No signal needed\./)
  leave()
})

it('leads who has no race ahead to one, and still tells what is unread', async () => {
  const db = await phoneWith([{ startDate: inHours(-20) }])
  await db.notices.put({ ...noticeRow('notice-0001', 'event-0009', { text: 'Lost: a glove.' }), unread: 1, gen: 0 })
  const { text, ways, leave } = renderPart(db, <Today />)
  await until(() => expect(text()).toContain('No race ahead'))
  expect(text()).toContain('Find your next race, or add your own.')
  expect(text()).toContain('Lost: a glove.')
  expect(ways()).toEqual(['Find a race: /marathons', 'Add Marathon: /dashboard/addMarathon'])
  leave()
})

it('tells the result of a race, and not only that there are results', async () => {
  const db = await phoneWith([])
  const officialAt = new Date().toISOString()
  const result = (_id: string, marathonId: string, title: string) => ({
    ...{ _id, marathonId, title, startDate: inHours(-20), timeZone: 'UTC', distance: '10k' as const, bib: '7' },
    ...{ name: 'Ada Lauf', hidesName: false, sex: '', category: '', state: 'finished' as const, time: 1_800_000 },
    ...{ place: 1, sexPlace: null, categoryPlace: null, finishers: 1, splits: '[]', reason: '', officialAt, ver: 1 },
    gen: 0,
  })
  await db.ownResults.put(result('entry-0001', 'event-0001', 'Pier run'))
  const official = { kind: 'official', text: 'The results are official.' } as const
  const tell = (id: string, marathonId: string) =>
    db.notices.put({ ...noticeRow(id, marathonId, official), unread: 1, gen: 0 })
  await tell('notice-0001', 'event-0001')
  const { text, ways, leave } = renderPart(db, <Today />)
  await db.notices.put({
    ...noticeRow('notice-0003', 'event-0001', { ...official, kind: 'resultsCorrected' }),
    unread: 1,
    gen: 0,
  })
  await until(() => expect(ways()).toContain('Your result at Pier run: 0:30:00.0: /dashboard/myResults/entry-0001'))
  expect(text()).not.toContain('Got it')
  // Whose results these are is not on this phone.
  await tell('notice-0002', 'event-0002')
  await until(() => expect(text()).toContain('The results are official.Got it'))
  leave()
  // While the race is still shown, its result is in the place of the code, and not there twice.
  await db.notices.clear()
  await db.marathons.put({ ...marathonRow('event-0001', { startDate: inHours(-3) }), own: 0, gen: 0 })
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001'), own: 1, gen: 0 })
  const day = renderPart(db, <Today />)
  await until(() => expect(day.text()).toContain('Race day'))
  expect(day.ways().slice(1, 2)).toEqual(['Your result: 0:30:00.0: /dashboard/myResults/entry-0001'])
  expect(day.text()).not.toContain('My code')
  expect(day.text().match(/0:30:00.0/g)).toHaveLength(1)
  day.leave()
})

it('says before the first sync that races are to come, and not that there are none', async () => {
  const { text, leave } = renderPart(await phoneWith([], {}), <Today />)
  await until(() => expect(text()).toContain('Your races appear here once they are on this phone.'))
  leave()
})

it('names the race of a notice where it is not the next one', async () => {
  const db = await phoneWith([])
  for (const [id, title, hours] of [
    ['event-0001', 'Pier run', 3],
    ['event-0002', 'Hill run', 90],
  ] as const) {
    await db.marathons.put({ ...marathonRow(id, { title, startDate: inHours(hours) }), own: 0, gen: 0 })
    await db.applications.put({ ...applicationRow(`entry-${id}`, id), own: 1, gen: 0 })
  }
  const tell = (marathonId: string) =>
    db.notices.put({ ...noticeRow('notice-0001', marathonId, { text: 'Bring tea.' }), unread: 1, gen: 0 })
  await tell('event-0002')
  const { box, leave } = renderPart(db, <Today />)
  const told = () => box.querySelector('section[aria-label=Notices]')?.textContent
  await until(() => expect(told()).toBe('Hill run: Bring tea.Got it'))
  await tell('event-0001')
  await until(() => expect(told()).toBe('Bring tea.Got it'))
  leave()
})

it('has its place before anything is read', async () => {
  const account = { db: await emptyAccount(), author: { name: 'Olivia', email: 'olivia@example.com' } }
  const first = renderToStaticMarkup(
    <AccountProvider account={account}>
      <Today />
    </AccountProvider>,
  )
  expect(first).toBe(renderToStaticMarkup(<TodayPlace />))
})
