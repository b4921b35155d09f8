import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { explore, installFakes, totals } from './run-plan.ts'
import { handOverArbitrary } from './steps.ts'

const settings = env as unknown as { HANDINGS?: string; SIM_SEED?: string }
const HANDINGS = Number(settings.HANDINGS || 2)
const SEED = Number(settings.SIM_SEED || 20_261_127)
/** Runs of one seed. */
const RUNS = 2

beforeAll(installFakes)

// Each handing over happens at another moment of what the owner's two phones, the new owner and an organiser send after
// a week without a network. The oracle checks each commit, and at the end every queue is empty and nothing is lost.
it(`INV-28 ${HANDINGS} handings over leave one owner each, and all queues go on (from ${SEED})`, {
  timeout: 600_000 + HANDINGS * 6000,
}, async () => {
  let seed = SEED
  for (; totals.handings < HANDINGS; seed += 1) {
    const { errorInstance, numRuns } = await explore({ runs: RUNS, seed, plans: handOverArbitrary })
    if (errorInstance) throw new Error(`run ${numRuns} of seed ${seed}: ${errorInstance}`)
  }
  console.info(`handings over: seeds ${SEED} to ${seed - 1}, ${JSON.stringify(totals)}`)
  expect(totals.vainHandings).toBeGreaterThan(0)
})
