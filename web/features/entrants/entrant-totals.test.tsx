import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { EntrantTotals } from './entrant-totals.tsx'

const marathon = { ...marathonRow('event-0001', { capacity: 5, timeZone: 'UTC' }), pending: null }
const entrants = (...times: string[]) =>
  times.map((at, n) => ({ ...applicationRow(`entry-${n}`, 'event-0001', { createdAt: `${at}Z` }), pending: null }))

it('says in words what the plot of the days shows', async () => {
  const applied = entrants('2027-03-01T08:00:00', '2027-03-03T08:00:00', '2027-03-03T09:00:00')
  const { box, text, leave } = renderPart(
    await emptyAccount(),
    <EntrantTotals marathon={marathon} entrants={applied} category={null} />,
  )
  await until(() => expect(text()).toContain('3 registered of 5 places'))
  await until(() =>
    expect(box.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
      'Entries by day, from Mar 1, 2027 to Mar 3, 2027. Most entries on Mar 3, 2027: 2.',
    ),
  )
  expect(text()).toContain('Most entries on Mar 3, 2027: 2')
  leave()
})

it('shows nothing for applications of a single day', async () => {
  const { box, text, leave } = renderPart(
    await emptyAccount(),
    <EntrantTotals marathon={marathon} entrants={entrants('2027-03-01T08:00:00')} category={null} />,
  )
  await until(() => expect(text()).toContain('1 registered'))
  expect(box.querySelector('figure')).toBeNull()
  leave()
})
