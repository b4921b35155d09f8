import { expect, it, vi } from 'vitest'
import { MarathonCard } from '../../marathon/marathon-card.tsx'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { ListFilters } from './list-filters.tsx'
import { ListForm } from './list-form.tsx'
import { MarathonList } from './marathon-list.tsx'

const THIS_YEAR = new Date().getUTCFullYear()

async function listOf(titles: Record<string, Parameters<typeof marathonRow>[1]>) {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, syncedAt: Date.now() })
  for (const [title, other] of Object.entries(titles))
    await db.marathons.put({ ...marathonRow(`event-${title}`, { title, ...other }), own: 0, gen: 0 })
  return db
}

it('a row says who is in or has no place yet, and still that the race is cancelled', async () => {
  const db = await listOf({ in: {}, off: { cancelled: 'Storm' }, line: {}, unsent: {}, family: {}, none: {} })
  for (const [id, of, other] of [
    ['a', 'in', {}],
    ['b', 'off', {}],
    ['c', 'line', { status: 'waiting' }],
    ['d', 'unsent', { ver: 0 }],
    ['e', 'family', {}],
    ['f', 'family', { status: 'waiting' }],
  ] as const)
    await db.applications.put({ ...applicationRow(`entry-${id}`, `event-${of}`, other), own: 1, gen: 0 })
  const { box, leave } = renderPart(db, <MarathonList search={{ compact: true }} onClear={() => undefined} />)
  await until(() => expect(box.querySelectorAll('article')).toHaveLength(6))
  const marks = Object.fromEntries(
    [...box.querySelectorAll('article')].map((row) => [
      row.querySelector('h3')?.textContent,
      [...row.querySelectorAll('.rounded-full')].map((one) => one.textContent?.replace(/ in \d+ days.*/, '')),
    ]),
  )
  const [window] = marks.none ?? []
  expect(marks).toEqual({
    in: ['You are in'],
    off: ['Cancelled', 'You are in'],
    line: [window, 'No place yet'],
    unsent: [window, 'No place yet'],
    family: ['You are in'],
    none: [expect.stringMatching(/^(Opens|Open|Closed)/)],
  })
  leave()
})

it('a row has a year only if it is not this one, and a card or row has one link', async () => {
  const db = await listOf({
    soon: { startDate: `${THIS_YEAR}-06-15T08:00:00.000Z` },
    later: { startDate: `${THIS_YEAR + 1}-06-15T08:00:00.000Z` },
  })
  const { box, ways, leave } = renderPart(db, <MarathonList search={{ compact: true }} onClear={() => undefined} />)
  await until(() => expect(box.querySelectorAll('article')).toHaveLength(2))
  const days = [...box.querySelectorAll('article')].map((row) => row.querySelector('p')?.textContent).sort()
  expect(days).toEqual(['15Jun', `15Jun${THIS_YEAR + 1}`])
  expect(ways().sort()).toEqual(['later: /marathons/event-later', 'soon: /marathons/event-soon'])
  leave()
  for (const variant of ['explore', 'list', 'upcoming'] as const) {
    const card = renderPart(
      db,
      <MarathonCard marathon={marathonRow('event-0001')} now={Date.now()} variant={variant} />,
    )
    await until(() => expect(card.box.querySelectorAll('a')).toHaveLength(1))
    card.leave()
  }
})

it('upcoming first and compact are on and off by taps, and the number is of what matches', async () => {
  const onChange = vi.fn()
  const form = async (sort: 'soonest' | 'desc', compact: boolean) => {
    const db = await listOf({ pier: {}, hill: {} })
    const part = renderPart(db, <ListForm search={{ q: 'hill' }} {...{ sort, compact, onChange }} />)
    await until(() => expect(part.text()).toContain('1 event'))
    part.tap('Upcoming first')
    part.tap('Compact')
    part.leave()
  }
  await form('desc', false)
  await form('soonest', true)
  const changes = [{ sort: 'soonest' }, { compact: true }, { sort: 'desc' }, { compact: false }]
  expect(onChange.mock.calls.flat()).toEqual(changes)
})

it('the button of the filters counts those behind it, and not the text', async () => {
  const search = { q: 'hill', open: true, distance: '10k' } as const
  const { text, leave } = renderPart(await emptyAccount(), <ListFilters search={search} onChange={() => undefined} />)
  await until(() => expect(text()).toContain('Filters (2)'))
  leave()
})
