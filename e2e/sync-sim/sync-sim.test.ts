import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { explore, takeOverTheWorld, totals } from './run-plan.ts'

const settings = env as unknown as { SIM_RUNS?: string; SIM_SEED?: string }
const RUNS = Number(settings.SIM_RUNS || 250)
const SEED = Number(settings.SIM_SEED || 20_270_301)

beforeAll(takeOverTheWorld)

it(`keeps INV-1 to INV-14 in ${RUNS} runs of five phones under faults (seed ${SEED})`, {
  timeout: 7_200_000,
}, async () => {
  const started = performance.now()
  const result = await explore({ runs: RUNS, seed: SEED, shrink: true })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.info(`sync simulation: seed ${SEED}, ${JSON.stringify(totals)}, ${seconds} s, failed ${result.failed}`)
  if (result.failed) {
    throw new Error(
      `after ${result.numRuns} runs, ${result.numShrinks} shrinks\n${String(result.errorInstance)}\n${JSON.stringify(result.counterexample)}`,
    )
  }
  expect(result.numRuns).toBe(RUNS)
})
