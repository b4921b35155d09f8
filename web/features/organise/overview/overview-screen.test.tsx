import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { type AccountDb, FIRST_SYNC } from '../../../store/account-db.ts'
import { until } from '../../../testing/render-hook.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../../testing/test-account.ts'
import { OverviewScreen } from './overview-screen.tsx'

it.each([
  ['of somebody else has no place', {}, 'There is no event to organise.'],
  ['of a gate says so, and leads to check-in', { role: 'gate' }, 'Your role: Gate'],
  ['of a timer says so', { role: 'timer' }, 'Takes times at the finish line'],
  ['of a timer leads to the timing', { role: 'timer' }, 'Timing'],
] as const)('the event %s', async (_what, role, shows) => {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, cursor: 'e.5' })
  await db.marathons.put({ ...marathonRow('event-0001', role), own: 0, gen: 0 })
  const { text, leave } = renderOverview(db)
  await until(() => expect(text()).toContain(shows))
  leave()
})

it('an event that is still to come has a heading, as every screen', async () => {
  const db = await emptyAccount()
  await db.sync.put(FIRST_SYNC)
  const { box, text, leave } = renderOverview(db)
  await until(() => expect(text()).toContain('Loading the event'))
  expect(box.querySelectorAll('h1')).toHaveLength(1)
  leave()
})

function renderOverview(db: AccountDb) {
  const root = createRootRoute()
  const place = createRoute({ getParentRoute: () => root, path: '/dashboard/myMarathons/$id' })
  const overview = createRoute({ getParentRoute: () => place, path: '/', component: OverviewScreen })
  const checkIn = createRoute({ getParentRoute: () => place, path: 'checkIn', component: () => 'the gate' })
  const timing = createRoute({ getParentRoute: () => place, path: 'timing', component: () => 'the line' })
  const router = createRouter({
    routeTree: root.addChildren([place.addChildren([overview, checkIn, timing])]),
    history: createMemoryHistory({ initialEntries: ['/dashboard/myMarathons/event-0001'] }),
  })
  return renderPart(db, <RouterProvider router={router as never} />)
}
