import { expect, it } from 'vitest'
import type { CheckInRecord } from '../store/account-db.ts'
import { UNCONFIRMED } from '../store/rows/check-in-rules.ts'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { checkInRow, emptyAccount, marathonRow } from '../testing/test-account.ts'
import { Unconfirmed } from './unconfirmed.tsx'

const EVENT = 'event-0001'
const scan = (n: number, by: string): CheckInRecord => {
  const row = checkInRow(`scan-${1000 + n}`, EVENT, `entry-${n}`, { confirmed: false, by })
  return { ...row, first: UNCONFIRMED, gen: 0 }
}

it('confirms all scans of a helper in one go, one op each, and shows a few of hundreds', async () => {
  const db = await emptyAccount()
  const ofHana = Array.from({ length: 298 }, (_, n) => scan(n, 'Hana'))
  await db.checkIns.bulkPut([...ofHana, scan(298, 'Ben'), scan(299, '')])
  const { box, text, tap, leave } = renderPart(db, <Unconfirmed marathon={{ ...marathonRow(EVENT), pending: null }} />)
  await until(() => expect(text()).toContain('Unconfirmed check-ins: 300'))
  expect(box.querySelectorAll('li')).toHaveLength(20)
  tap('Show 20 more')
  await until(() => expect(box.querySelectorAll('li')).toHaveLength(40))
  // One scan is confirmed by its own button.
  expect(text()).not.toContain('of Ben')
  tap('Confirm all 298 of Hana')
  const yes = await until(() => {
    const button = document.querySelector<HTMLButtonElement>('.swal2-confirm')
    expect(button?.textContent).toBe('Yes, confirm all')
    return button
  })
  expect(await db.outbox.count()).toBe(0)
  yes?.click()
  await until(() => expect(text()).toContain('Unconfirmed check-ins: 2'))
  const ops = (await db.outbox.orderBy('n').toArray()).map(({ op }) => op)
  expect(new Set(ops.map(({ type }) => type))).toEqual(new Set(['checkIn.confirm']))
  expect(ops.map(({ id }) => id)).toEqual(ofHana.map(({ _id }) => _id))
  leave()
})
