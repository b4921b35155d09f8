import { expect, it } from 'vitest'
import type { InboxRecord } from '../../store/account-db.ts'
import { opOf } from '../../testing/test-account.ts'
import { groupHandedOver, isHandedOver } from './handed-over.ts'

function withOrganiser(type: string, field: string, n: number): InboxRecord {
  const op = { ...opOf(type, { marathonId: 'event-0001' }), opId: `op-${n}`, id: `row-${n}` }
  const fields = { [field]: { code: 'WITH_ORGANISER' } } as const
  return { opId: op.opId, target: `${field}:${op.id}`, op, at: op.at, code: 'FORBIDDEN', fields }
}

it('walk-ins and bibs with the organiser are handed over, and each keeps a card of its own', () => {
  const scans = [1, 2].map((n) => withOrganiser('checkIn.create', 'checkIn', n))
  const others = [withOrganiser('application.walkIn', 'entry', 3), withOrganiser('application.assignBib', 'bib', 4)]
  expect([...scans, ...others].map(isHandedOver)).toEqual([true, true, true, true])
  const grouped = groupHandedOver([...scans, ...others])
  expect(grouped.groups.map((group) => group.scans)).toEqual([scans])
  expect(grouped.others).toEqual(others)
})

it('what the server only refused is not handed over', () => {
  const { fields: _, ...refused } = withOrganiser('application.walkIn', 'entry', 1)
  expect(isHandedOver(refused)).toBe(false)
})
