import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
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
  const { box, text, leave } = renderPart(db, <MyApplications />)
  const input = await until(() => box.querySelector('input') ?? Promise.reject(new Error('not rendered')))
  const search = (typed: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  search('malaga maraton')
  await until(() => expect(text()).not.toContain('O’Hare Run'))
  expect(text()).toContain('Maratón de Málaga')
  search("o'hare")
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
