import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { explore, installFakes, totals } from './run-plan.ts'
import { questionsArbitrary } from './steps.ts'

const settings = env as unknown as { QUESTIONS?: string; SIM_SEED?: string }
const RUNS = Number(settings.QUESTIONS || 3)
const SEED = Number(settings.SIM_SEED || 20_261_127)

beforeAll(installFakes)

// Organisers change what is asked, who must answer and who sees it, while runners, a desk and another organiser have no
// network and answer what they know. After each commit the oracle compares the answers of each entry with those of the
// op log, and after each pass those of each phone with what it may see.
it(`INV-31 answers merge by question while ${RUNS} runs change what is asked (seed ${SEED})`, {
  timeout: 600_000 + RUNS * 6000,
}, async () => {
  const { errorInstance, numRuns } = await explore({ runs: RUNS, seed: SEED, plans: questionsArbitrary })
  if (errorInstance) throw new Error(`run ${numRuns}: ${errorInstance}`)
  console.info(`questions: ${JSON.stringify(totals)}`)
  expect(totals.desk['application.correct'][0]).toBeGreaterThan(0)
})
