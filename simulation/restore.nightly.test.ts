import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../contract/limits.ts'
import type { Variant } from './network.ts'
import { Violation } from './oracle/violation.ts'
import { installFakes, runPlan, totals } from './run-plan.ts'
import { type Plan, planArbitrary, type Step } from './steps.ts'

const settings = env as unknown as { RESTORE_RUNS?: string; SIM_SEED?: string }
const RUNS = Number(settings.RESTORE_RUNS || 10)
const SEED = Number(settings.SIM_SEED || 20_261_122)

beforeAll(installFakes)

/**
 * Steps after which a phone has no journal, or not the ops of before: what was acknowledged then cannot be sent again.
 * A run must be shorter than JOURNAL_DAYS, and a handing over takes a week.
 */
const FORGETS = ['log out', 'log out, keep', 'evict', 'rollback', 'epoch', 'old races', 'hand over']
const LONGEST_TICK_MS = DAY_MS / 4

/** A plan whose phones keep their journals. */
function withJournals({ pageRows, steps }: Plan): Plan {
  const stays = (step: Step): Step => {
    if (step.do === 'sync') return { ...step, pass: { ...step.pass, logoutAt: -1 } }
    if (step.do === 'tick') return { ...step, ms: Math.min(step.ms, LONGEST_TICK_MS) }
    if (step.do === 'race') return { ...step, passes: step.passes.map((pass) => ({ ...pass, logoutAt: -1 })) }
    return step
  }
  return { pageRows, steps: steps.filter((step) => !FORGETS.includes(step.do)).map(stays) }
}

function explore(runs: number, variant?: Variant) {
  const restoring = fc.record({
    plan: planArbitrary.map(withJournals),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const run = ({ plan, part }: { plan: Plan; part: number }) =>
    runPlan(plan, variant, Math.floor(part * plan.steps.length))
  return fc.check(fc.asyncProperty(restoring, run), { numRuns: runs, seed: SEED, endOnFailure: true })
}

it(`phones send again what a restored database has forgotten (${RUNS} runs, seed ${SEED})`, {
  timeout: 600_000 + RUNS * 6000,
}, async () => {
  const { errorInstance, numRuns } = await explore(RUNS)
  if (errorInstance) throw errorInstance
  expect(numRuns).toBe(RUNS)
  // Otherwise the runs say nothing about edits that waited.
  expect(totals.unsentAtRestore).toBeGreaterThan(RUNS)
})

it('notices a phone without a journal', { timeout: 600_000 }, async () => {
  const { errorInstance } = await explore(RUNS, { afterPass: ({ db }) => db.journal.clear() })
  expect(errorInstance).toBeInstanceOf(Violation)
  expect((errorInstance as Violation).invariant).toBe('INV-22')
})

it('notices a phone that drops its queue when it starts over after a restore', { timeout: 600_000 }, async () => {
  const { errorInstance } = await explore(RUNS, {
    answer: async (text, { db }) => {
      // Only there: elsewhere the first edit that is lost would tell it, by another invariant.
      if (text.includes('"reset":true') && text.includes('f'.repeat(16))) await db.outbox.clear()
      return text
    },
  })
  expect(errorInstance).toBeInstanceOf(Violation)
  expect((errorInstance as Violation).invariant).toBe('INV-22')
})
