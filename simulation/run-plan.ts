import fc from 'fast-check'
import { vi } from 'vitest'
import { OP_TYPES, type OpType } from '../contract/ops.ts'
import type { Variant } from './network.ts'
import { Violation } from './oracle/violation.ts'
import { Simulation } from './simulation.ts'
import { type Plan, planArbitrary } from './steps.ts'

/**
 * Replaces the time by the simulation's, removes pauses, logs and timeouts, and counts from zero.
 * @returns what brings them back
 */
export function installFakes(): () => void {
  Object.assign(totals, noTotals())
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
}

/** A run that takes longer than this hangs, which is a violation too. */
const LONGEST_RUN_MS = 120_000

const OF_DESK = OP_TYPES.filter((type) => {
  return /^application\.(assignBib|correct|withdraw|moveUp|walkIn|confirm|claim|offer|takeOver|defer)$/.test(type)
})

const noTotals = () => ({
  runs: 0,
  requests: 0,
  passes: 0,
  commits: 0,
  guardRetries: 0,
  logouts: 0,
  unsentAtRestore: 0,
  /** How often a marathon was handed over, and how often that was tried in vain. */
  handings: 0,
  vainHandings: 0,
  /** What was recorded and ruled, and how much of it came to nothing. */
  recordings: 0,
  rulings: 0,
  vainRulings: 0,
  /** The ops of desks, and those that hand places on, by type: how many took effect, and how many came to nothing. */
  desk: Object.fromEntries(OF_DESK.map((type) => [type, [0, 0]])) as Record<OpType, [done: number, vain: number]>,
})
/** Totals over all runs of a file. */
export const totals = noTotals()

/** Runs a plan once; see `Simulation.run`. @throws Violation */
export async function runPlan(plan: Plan, variant?: Variant, restoreTo?: number): Promise<void> {
  const simulation = new Simulation((ms) => vi.setSystemTime(ms), plan.pageRows, variant)
  let alarm: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    alarm = setTimeout(() => reject(new Violation('INV-5', 'a run that does not end')), LONGEST_RUN_MS)
  })
  try {
    await Promise.race([simulation.run(plan, restoreTo), tooLong])
  } finally {
    clearTimeout(alarm)
    totals.runs += 1
    totals.requests += simulation.stats.requests
    totals.passes += simulation.stats.passes
    totals.logouts += simulation.stats.logouts
    totals.unsentAtRestore += simulation.stats.unsentAtRestore
    totals.commits += simulation.oracle.commits
    totals.guardRetries += simulation.server.guardRetries
    const { done, vain } = simulation.oracle.outcomes('staff.takeOver')
    totals.handings += done
    totals.vainHandings += vain
    totals.recordings += simulation.oracle.outcomes('recording.create').done
    const ruled = simulation.oracle.outcomes('ruling.create')
    totals.rulings += ruled.done
    totals.vainRulings += ruled.vain
    for (const type of OF_DESK) {
      const { done, vain } = simulation.oracle.outcomes(type)
      totals.desk[type][0] += done
      totals.desk[type][1] += vain
    }
  }
}

/** Runs random plans until one breaks an invariant. @returns the report of fast-check */
export function explore(options: {
  runs: number
  seed: number
  plans?: fc.Arbitrary<Plan>
  variant?: Variant | undefined
}) {
  return fc.check(
    fc.asyncProperty(options.plans ?? planArbitrary, (plan) => runPlan(plan, options.variant)),
    { numRuns: options.runs, seed: options.seed, endOnFailure: true },
  )
}
