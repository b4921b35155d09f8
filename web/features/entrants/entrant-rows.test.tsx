import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, checkInRow, emptyAccount } from '../../testing/test-account.ts'
import { EntrantRows } from './entrant-rows.tsx'

it('says who came from the waiting list, and when, the place of who is on it, and who is here', async () => {
  const row = (id: string, other: Parameters<typeof applicationRow>[2]) => {
    return { ...applicationRow(id, 'event-0001', other), pending: null }
  }
  const rows = [
    row('entry-0001', { firstName: 'Ana', promotedAt: '2027-03-04T23:30:00.000Z' }),
    row('entry-0002', { firstName: 'Bo', status: 'waiting' }),
    row('entry-0003', { firstName: 'Cem' }),
  ]
  const { box, leave } = renderPart(
    await emptyAccount(),
    <EntrantRows
      rows={rows}
      waitingPlaces={new Map([['entry-0002', 3]])}
      here={new Map([['entry-0003', { ...checkInRow('scan-0001', 'event-0001', 'entry-0003'), pending: null }]])}
      timeZone="Europe/Berlin"
      onBib={() => undefined}
    />,
  )
  const said = () => [...box.querySelectorAll('li')].map((one) => one.textContent)
  await until(() => expect(said()).toHaveLength(3))
  expect(said()[0]).toContain('From the waiting list, Mar 5, 2027')
  expect(said()[1]).toContain('Waiting list3rd in line')
  expect(said()[1]).not.toContain('From the waiting list')
  expect(said()[2]).toMatch(/Here since Jun 1, 2027, 08:40.*, gate A/)
  expect(said()[2]).not.toMatch(/waiting list|in line/i)
  leave()
})
