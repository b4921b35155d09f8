import { expect, it } from 'vitest'
import type { ApplicationView } from '../store/overlay.ts'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../testing/test-account.ts'
import { OwnApplications } from './own-applications.tsx'

it.each<[what: string, own: Partial<ApplicationView>[], heading: string]>([
  ['a place', [{}], 'You are registered'],
  ['a place, and a change that waits', [{ pending: 'waiting' }], 'You are registered'],
  ['an entry that is not sent', [{ ver: 0, pending: 'waiting' }], 'Your entry'],
  ['a place, and an entry that is not sent', [{}, { ver: 0, pending: 'waiting' }], 'Your entry'],
  ['the waiting list', [{ status: 'waiting' }], 'You are on the waiting list'],
  ['a ballot', [{ status: 'entered' }], 'You are in the ballot'],
  ['a place and the waiting list', [{}, { status: 'waiting' }], 'Your entry'],
])('the heading over %s', async (_what, own, heading) => {
  const applications = own.map((other, n) => ({
    ...applicationRow(`entry-${n}`, 'event-0001'),
    pending: null,
    ...other,
  }))
  const marathon = { ...marathonRow('event-0001'), pending: null }
  const { box, leave } = renderPart(
    await emptyAccount(),
    <OwnApplications applications={applications} marathon={marathon} now={Date.now()}>
      {null}
    </OwnApplications>,
  )
  await until(() => expect(box.querySelector('h2')?.textContent).toBe(heading))
  leave()
})
