import { expect, it } from 'vitest'
import type { NoticeRow } from '../db/client.ts'
import { marathon, op, stateOf } from '../testing/state.ts'
import { costOf, OP_COST_MS } from './op-budget.ts'

it.each([
  [1, 4],
  [0, 1],
] as const)(
  'an urgent notice (%i) costs more for all whom it concerns, also those who wait: %i ops',
  (urgent, cost) => {
    const row = { id: 'notice-0001', marathonId: marathon.id, kind: 'written', text: 'Rain', urgent } as NoticeRow
    const decision = {
      verdict: { status: 'applied' as const },
      effects: [{ kind: 'put-notice' as const, row }],
      preconditions: [],
    }
    const before = stateOf({ regCount: 200, waitingCount: 199, enteredCount: 198 })
    expect(costOf({ uid: 'olivia', op: op('notice.create', row.id), decision }, before)).toBe(cost * OP_COST_MS)
  },
)

it.each([
  ['put-marathon', 'marathon.update', 10],
  ['delete-marathon', 'marathon.delete', 1],
] as const)('a long text costs where it is stored, and not where it goes: %s', (kind, type, cost) => {
  const row = { ...marathon, description: 'x'.repeat(19_000) }
  const effects = [{ kind, row }]
  const decision = { verdict: { status: 'applied' as const }, effects, preconditions: [] }
  expect(costOf({ uid: 'olivia', op: op(type, row.id), decision }, stateOf())).toBe(cost * OP_COST_MS)
})
