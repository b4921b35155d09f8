import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { OLIVIA } from '../testing/state.ts'
import { emptyCommit } from './apply-ops.ts'
import { applyRequest } from './apply-request.ts'
import { parseOp } from './decide/known-op.ts'
import { writeOne } from './write-one.ts'

/** A D1 whose first `failures` batches fail like a guard does. */
function contended(failures: number) {
  let batches = 0
  const d1 = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      batches += 1
      if (batches <= failures) throw new Error('D1_ERROR: NOT NULL constraint failed: guard.ok')
      return env.DB.batch(statements)
    },
  } as unknown as D1Database
  return { d1, batches: () => batches }
}

const create = () =>
  parseOp({ ...op('marathon.create', newId('marathon'), marathonFields()), type: 'marathon.create', content: '' })
const apply = (d1: D1Database) =>
  applyRequest(d1, { actor: OLIVIA, ops: [create()] }, { timeSource: Date.now, isLimited: true })

it('decides again after a failed guard, at most eight times', async () => {
  const seventh = contended(7)
  expect(await apply(seventh.d1)).toMatchObject({
    halted: null,
    opResults: [{ verdict: { status: 'applied' } }],
    retries: 7,
  })
  expect(seventh.batches()).toBe(8)
  const never = contended(Number.POSITIVE_INFINITY)
  expect(await apply(never.d1)).toEqual({
    halted: { code: 'UNAVAILABLE' },
    opResults: [],
    trailingReads: [],
    commit: emptyCommit(),
    retries: 8,
  })
  expect(never.batches()).toBe(8)
})

it('is UNAVAILABLE for a second, if the guard of a REST write fails at every attempt', async () => {
  const { d1 } = contended(Number.POSITIVE_INFINITY)
  const write = writeOne(d1, OLIVIA, create(), Date.now, true)
  await expect(write).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 })
})

it('names no marathon that the request created, also where a draw is a batch of its own', async () => {
  const id = newId('ballot')
  const fields = marathonFields({ registration: 'ballot', capacity: 2, regEnd: inDays(-0.5) })
  const ops = [
    parseOp({ ...op('marathon.create', id, fields), type: 'marathon.create', content: 'create' }),
    parseOp({ ...op('marathon.draw', id), type: 'marathon.draw', content: 'draw' }),
  ]
  const { commit, opResults } = await applyRequest(
    env.DB,
    { actor: OLIVIA, ops },
    { timeSource: Date.now, isLimited: true },
  )
  expect(opResults.map(({ verdict }) => verdict.status)).toEqual(['applied', 'applied'])
  expect([...commit.marathonIds]).toEqual([])
})

it('passes every other error of D1 on', async () => {
  const d1 = { ...contended(0).d1, batch: async () => Promise.reject(new Error('D1 is out')) } as unknown as D1Database
  await expect(apply(d1)).rejects.toThrow('D1 is out')
})

it('halts where a request is refused after a commit of it, so that the commit is told', async () => {
  const uid = newId('olivia')
  const id = newId('ballot')
  const timeSource = () => Date.now()
  const known = (type: 'marathon.create' | 'marathon.update' | 'marathon.draw', patch = {}) =>
    parseOp({ ...op(type, id, patch), type, content: '', base: type === 'marathon.update' ? null : {} })
  const actor = { ...OLIVIA, uid }
  const past = { registration: 'ballot' as const, capacity: 1, regStart: inDays(-3), regEnd: inDays(-1) }
  await applyRequest(
    env.DB,
    { actor, ops: [known('marathon.create', marathonFields(past))] },
    { timeSource, isLimited: true },
  )
  let batches = 0
  // The first batch that writes takes the account over its budget.
  const spending = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements)
      batches += 1
      if (batches === 2) await env.DB.prepare('UPDATE op_budget SET spent_until = 9e15 WHERE uid = ?').bind(uid).run()
      return results
    },
  } as unknown as D1Database
  const ops = [known('marathon.update', { location: 'Kiel' }), known('marathon.draw')]
  const applied = await applyRequest(spending, { actor, ops }, { timeSource, isLimited: true })
  expect(applied.halted).toEqual({ code: 'UNAVAILABLE' })
  expect([applied.commit.marathonIds, applied.commit.notices.length]).toEqual([new Set([id]), 1])
  const again = applyRequest(env.DB, { actor, ops }, { timeSource, isLimited: true })
  await expect(again).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

it('waits longer after each failed guard', async () => {
  const pauses: number[] = []
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    pauses.push(ms)
    run()
  }) as typeof setTimeout)
  await apply(contended(7).d1).finally(() => vi.restoreAllMocks())
  const [first = 0] = pauses
  expect(first).toBeGreaterThan(1)
  expect(pauses.map((ms) => ms / first)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
