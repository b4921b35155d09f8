import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { explore, installFakes, totals } from './run-plan.ts'
import { finishArbitrary } from './steps.ts'

const settings = env as unknown as { FINISHES?: string; SIM_SEED?: string }
const RUNS = Number(settings.FINISHES || 1)
const SEED = Number(settings.SIM_SEED || 20_270_606)

beforeAll(installFakes)

// Phones record, take back and rule at finishes under faults, while roles end and marathons are cancelled and deleted.
// After each commit the oracle compares the rows with those of the op log, and in the end the lists of all phones and of
// the worker with that of the rows.
it(`INV-34 no recording is lost, merged or changed (runs: ${RUNS}, seed: ${SEED})`, {
  timeout: 600_000 + RUNS * 6000,
}, async () => {
  const { errorInstance, numRuns } = await explore({ runs: RUNS, seed: SEED, plans: finishArbitrary })
  if (errorInstance) throw new Error(`run ${numRuns}: ${errorInstance}`)
  console.info(`finish lines: ${JSON.stringify(totals)}`)
  expect(totals.recordings).toBeGreaterThan(0)
})
