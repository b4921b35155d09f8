import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { explore, installFakes, totals } from './run-plan.ts'
import { handOnArbitrary } from './steps.ts'

const settings = env as unknown as { HAND_ONS?: string; SIM_SEED?: string }
const HAND_ONS = Number(settings.HAND_ONS || 2)
const SEED = Number(settings.SIM_SEED || 20_261_127)
/** Runs of one seed. */
const RUNS = 2

beforeAll(installFakes)

// Each place is taken over at another moment of what its holder, those who wait, the organiser and the desks send: they
// withdraw, move up, correct, scan, enter people, take the offer back, or take the place too. After each commit the
// oracle checks places, numbers, the order of who waits, holders and codes.
it(`INV-30 ${HAND_ONS} handed-on places get one holder each, overtaking nobody (from ${SEED})`, {
  timeout: 600_000 + HAND_ONS * 6000,
}, async () => {
  const takings = totals.desk['application.takeOver']
  let seed = SEED
  for (; takings[0] < HAND_ONS; seed += 1) {
    const { errorInstance, numRuns } = await explore({ runs: RUNS, seed, plans: handOnArbitrary })
    if (errorInstance) throw new Error(`run ${numRuns} of seed ${seed}: ${errorInstance}`)
  }
  console.info(`places handed on: seeds ${SEED} to ${seed - 1}, ${JSON.stringify(totals)}`)
  expect(takings[1]).toBeGreaterThan(0)
})
