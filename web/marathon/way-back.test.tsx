import { expect, it } from 'vitest'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../testing/test-account.ts'
import { WayBack } from './way-back.tsx'

it.each([
  ['an organiser to the event', { role: 'owner' }, 'Harbour Ten: /dashboard/myMarathons/event-0001'],
  ['a helper to the event', { role: 'gate' }, 'Harbour Ten: /dashboard/myMarathons/event-0001'],
  ['anybody else to the list', {}, 'My Marathon List: /dashboard/myMarathons'],
] as const)('a screen about a marathon leads %s', async (_who, role, way) => {
  const marathon = { ...marathonRow('event-0001', role), pending: null }
  const { ways, leave } = renderPart(await emptyAccount(), <WayBack to={marathon} />)
  await until(() => expect(ways()).toEqual([way]))
  leave()
})
