import { expect, it } from 'vitest'
import { hasReason, marathonOf } from './led-here.ts'

it.each([
  ['/marathons/event-1', 'event-1'],
  ['/e/event-1', 'event-1'],
  ['/marathons/event-1?from=share', 'event-1'],
  ['/marathon/registration/event-1', 'event-1'],
  ['/marathons', undefined],
  ['/marathons?q=run', undefined],
  ['/marathon/registration', undefined],
  ['/dashboard/myMarathons/event-1', undefined],
  ['/', undefined],
])('a login that %s led to is for the marathon %s', (path, id) => expect(marathonOf(path)).toBe(id))

it('a login says why it is there for a marathon, an invitation and a link to an entry', () => {
  const paths = ['/marathons/event-1', '/invitation', '/take', '/dashboard/myApply']
  expect(paths.map(hasReason)).toEqual([true, true, true, false])
})
