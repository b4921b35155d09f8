import { expect, it } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, checkInRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { EntrantRows } from './entrant-rows.tsx'

const eventOf = (role: Role) => ({
  ...marathonRow('event-0001', { role, timeZone: 'Europe/Berlin' }),
  pending: null,
})
const callbacks = { onBib: () => undefined, onField: () => undefined, onOpen: () => undefined }

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
      marathon={eventOf('owner')}
      {...callbacks}
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

it('shows on request what a role may do with an entry, and how many a move up overtakes', async () => {
  const row = (id: string, other: Parameters<typeof applicationRow>[2]) => {
    return { ...applicationRow(id, 'event-0001', { mine: false, ...other }), pending: null }
  }
  const rows = [
    row('entry-0001', { firstName: 'Ana', status: 'waiting' }),
    row('entry-0002', { firstName: 'Bo', status: 'waiting' }),
    row('entry-0003', { firstName: 'Cem', isClaimed: false }),
    row('entry-0004', { firstName: 'Dua', status: 'unconfirmed', isClaimed: false }),
    row('entry-0005', { firstName: '', lastName: '' }),
  ]
  const places = new Map([
    ['entry-0001', 1],
    ['entry-0002', 13],
  ])
  const shown = async (role: Role, name: string) => {
    const { box, tap, leave } = renderPart(
      await emptyAccount(),
      <EntrantRows rows={rows} waitingPlaces={places} here={undefined} marathon={eventOf(role)} {...callbacks} />,
    )
    await until(() => tap(`More about ${name}`))
    const buttons = [...box.querySelectorAll('[aria-expanded=true] ~ div :is(button, a)')].map((one) => one.textContent)
    if (buttons.includes('Move up')) tap('Move up')
    if (buttons.includes('Move up'))
      await until(() => expect(document.body.textContent).toContain('overtakes 12 people'))
    document.querySelector<HTMLButtonElement>('.swal2-cancel')?.click()
    leave()
    return buttons
  }
  expect(await shown('owner', 'Ana Lauf')).toEqual(['Correct', 'Withdraw', 'History'])
  expect(await shown('organiser', 'Bo Lauf')).toEqual(['Correct', 'Move up', 'Withdraw', 'History'])
  expect(await shown('organiser', 'Dua Lauf')).toEqual([
    'Confirm',
    'Correct',
    'QR for the runner',
    'Withdraw',
    'History',
  ])
  expect(await shown('owner', 'Name erased')).toEqual(['Withdraw', 'History'])
  expect(await shown('desk', 'Bo Lauf')).toEqual(['History'])
  expect(await shown('desk', 'Cem Lauf')).toEqual(['Correct', 'QR for the runner', 'Withdraw', 'History'])
  expect(await shown('gate', 'Cem Lauf')).toEqual(['History'])
})
