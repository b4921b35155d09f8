import fc from 'fast-check'
import { vi } from 'vitest'
import type { Variant } from './network.ts'
import { Violation } from './oracle.ts'
import { Simulation } from './simulation.ts'
import { type Plan, planArbitrary } from './steps.ts'

/** Replaces the time by the simulation's, and removes pauses, logs and timeouts. */
export function installFakes() {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
}

/** A run that takes longer than this hangs, which is a violation too. */
const LONGEST_RUN_MS = 120_000

/** Totals over all runs. */
export const totals = {
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
}

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
    const { done, vain } = simulation.oracle.handings()
    totals.handings += done
    totals.vainHandings += vain
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
