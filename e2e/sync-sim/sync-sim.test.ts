import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { reducePlan } from './reduce-plan.ts'
import { explore, takeOverTheWorld, totals } from './run-plan.ts'

const settings = env as unknown as { SIM_RUNS?: string; SIM_SEED?: string }
const RUNS = Number(settings.SIM_RUNS || 150)
const SEED = Number(settings.SIM_SEED || 20_270_301)

beforeAll(takeOverTheWorld)

it(`keeps INV-1 to INV-14 in ${RUNS} runs of five phones under faults (seed ${SEED})`, {
  timeout: 600_000 + RUNS * 2000,
}, async () => {
  const started = performance.now()
  const result = await explore({ runs: RUNS, seed: SEED })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.info(`sync simulation: seed ${SEED}, ${JSON.stringify(totals)}, ${seconds} s, failed ${result.failed}`)
  if (result.counterexample) {
    const { pageRows, steps } = await reducePlan(result.counterexample[0])
    const shortest = steps.map((step) => JSON.stringify(step)).join('\n')
    throw new Error(`run ${result.numRuns}: ${result.errorInstance}\npages of ${pageRows}:\n${shortest}`)
  }
  expect(result.numRuns).toBe(RUNS)
})
