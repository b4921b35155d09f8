import { expect, it } from 'vitest'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { createApplication } from '../../store/rows/applications.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow, newApplication } from '../../testing/test-account.ts'
import { MyApplications } from './my-applications.tsx'

it('an open dialog stays, although another phone deletes the only application', async () => {
  const db = await emptyAccount()
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001'), own: 1, gen: 0 })
  const { text, tap, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(text()).toContain('My Applied Marathons'))
  tap('Edit')
  const dialog = () => document.body.textContent
  await until(() => expect(dialog()).toContain('Edit Marathon Application'))
  await db.applications.clear()
  await until(() => expect(text()).not.toContain('My Applied Marathons'))
  expect(dialog()).toContain('Edit Marathon Application')
  leave()
})

it('a search finds the words of a title in any order, without their accents', async () => {
  const db = await emptyAccount()
  const titles = { 'event-0001': 'Maratón de Málaga', 'event-0002': 'O’Hare Run' }
  for (const [id, title] of Object.entries(titles))
    await db.applications.put({ ...applicationRow(`entry-${id}`, id, { title }), own: 1, gen: 0 })
  const { box, text, type, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(box.querySelector('input')).not.toBeNull())
  type('malaga maraton')
  await until(() => expect(text()).not.toContain('O’Hare Run'))
  expect(text()).toContain('Maratón de Málaga')
  type("o'hare")
  await until(() => expect(text()).not.toContain('Málaga'))
  expect(text()).toContain('O’Hare Run')
  leave()
})

it('shows the start and the place of the event, and strikes out the start that was', async () => {
  const db = await emptyAccount()
  const moved = { startDate: '2028-01-31T09:30:00.000Z', location: 'Kiel' }
  await db.marathons.put({ ...marathonRow('event-0001', moved), own: 0, gen: 0 })
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001', { location: 'Hamburg' }), own: 1, gen: 0 })
  const { box, text, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(text()).toContain('Kiel'))
  const [place, start] = [...box.querySelectorAll('td')].slice(2, 4)
  expect(place?.textContent).toBe('KielIn your entry: Hamburg')
  expect(start?.textContent).toMatch(/^Jan 31, 2028 09:30/)
  expect(start?.querySelector('del')?.textContent).toMatch(/^Jan 31, 2028, 08:00/)
  leave()
})

it('what is ahead comes first, with its code; what has a result, is over or cancelled has none', async () => {
  const db = await emptyAccount()
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  for (const [title, hours, cancelled] of [
    ['Over', -20, null],
    ['Later', 90, null],
    ['Off', 50, 'Storm'],
    ['Soon', 3, null],
    ['Run', -3, null],
  ] as const) {
    const [id, startDate] = [`event-${title}`, inHours(hours)]
    await db.marathons.put({ ...marathonRow(id, { startDate, cancelled }), own: 0, gen: 0 })
    await db.applications.put({ ...applicationRow(`entry-${title}`, id, { title, startDate }), own: 1, gen: 0 })
  }
  await db.ownResults.put({
    ...{
      _id: 'entry-Run',
      marathonId: 'event-Run',
      title: 'Run',
      startDate: inHours(-3),
      timeZone: 'UTC',
      ver: 1,
      gen: 0,
    },
    ...{ distance: '10k' as const, bib: '7', name: 'Ada Lauf', hidesName: false, sex: '', category: '', reason: '' },
    ...{ state: 'finished' as const, time: 3_000_000, place: 1, sexPlace: null, categoryPlace: null, finishers: 1 },
    ...{ splits: '[]', officialAt: inHours(-1) },
  })
  const { ways, text, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(text()).toContain('Over'))
  expect(text()).toContain('Storm')
  expect(ways()).toEqual([
    'Run: /marathons/event-Run',
    'Your result: 0:50:00.0: /dashboard/myResults/entry-Run',
    'Soon: /marathons/event-Soon',
    'My code: /start?race=event-Soon',
    'Off: /marathons/event-Off',
    'Later: /marathons/event-Later',
    'My code: /start?race=event-Later',
    'Over: /marathons/event-Over',
  ])
  leave()
})

it('says that an event was deleted only once a sync is complete', async () => {
  const db = await emptyAccount()
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001'), own: 1, gen: 0 })
  const { text, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(text()).toContain('Harbour Ten'))
  expect(text()).not.toContain('This event was deleted')
  await db.sync.put({ ...FIRST_SYNC, syncedAt: Date.now() })
  await until(() => expect(text()).toContain('This event was deleted'))
  leave()
})

it('a new entry that waits is not called registered', async () => {
  const db = await emptyAccount()
  const window = { regStart: '2020-01-01T00:00:00.000Z', regEnd: '2090-01-01T00:00:00.000Z' }
  await db.marathons.put({ ...marathonRow('event-0001', window), own: 0, gen: 0 })
  await createApplication(db, newApplication('event-0001'))
  const { text, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(text()).toContain('Not registered until sent'))
  leave()
})

it('the question before an entry is deleted says whose entry it is, and to which event', async () => {
  const db = await emptyAccount()
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001', { title: 'Fog run' }), own: 1, gen: 0 })
  const { text, tap, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(text()).toContain('Fog run'))
  tap('Delete')
  const question = () => document.querySelector('[role=dialog]')?.textContent
  await until(() => expect(question()).toContain('Fog run · Ada Lauf\nThe Application Will Delete Parmanently.'))
  leave()
})
