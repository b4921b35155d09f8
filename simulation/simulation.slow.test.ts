import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { reducePlan } from './reduce-plan.ts'
import { explore, installFakes, totals } from './run-plan.ts'

const settings = env as unknown as { SIM_RUNS?: string; SIM_SEED?: string; SIM_REDUCE?: string }
const RUNS = Number(settings.SIM_RUNS || 4)
const SEED = Number(settings.SIM_SEED || 20_270_301)
/** After this many runs, the next seed follows. Each seed is printed, so that its runs can be repeated alone. */
const RUNS_A_SEED = 500

beforeAll(installFakes)

for (let done = 0, seed = SEED; done < RUNS; done += RUNS_A_SEED, seed += 1) {
  const runs = Math.min(RUNS_A_SEED, RUNS - done)
  it(`keeps the invariants in ${runs} runs of five phones under faults (seed ${seed})`, {
    timeout: 600_000 + runs * 6000,
  }, async () => {
    const started = performance.now()
    const result = await explore({ runs, seed })
    const seconds = Math.round((performance.now() - started) / 1000)
    console.info(`sync simulation: seed ${seed}, ${JSON.stringify(totals)}, ${seconds} s, failed ${result.failed}`)
    if (result.counterexample) {
      if (settings.SIM_REDUCE === 'no') throw result.errorInstance
      const { pageRows, steps } = await reducePlan(result.counterexample[0])
      const shortest = steps.map((step) => JSON.stringify(step)).join('\n')
      throw new Error(
        `run ${result.numRuns} of seed ${seed}: ${result.errorInstance}\npages of ${pageRows}:\n${shortest}`,
      )
    }
    expect(result.numRuns).toBe(runs)
  })
}
