import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { Violation } from './oracle/violation.ts'
import { explore, installFakes } from './run-plan.ts'
import { SEEDED_BUGS } from './seeded-bugs.ts'

const { SIM_SEED } = env as unknown as { SIM_SEED?: string }
const USUAL_SEED = 7
const MOST_RUNS = 250
const TIMEOUT_MS = 600_000

beforeAll(installFakes)

// These tests check the simulation itself: it must find each seeded bug, and name a right invariant.
describe('the simulation notices', () => {
  for (const [name, { variant, breaks, seed = USUAL_SEED }] of Object.entries(SEEDED_BUGS)) {
    it(name, { timeout: TIMEOUT_MS }, async () => {
      const result = await explore({ runs: MOST_RUNS, seed: Number(SIM_SEED || seed), variant })
      const violation = result.errorInstance
      console.info(
        `${name}: ${result.numRuns} runs, ${violation instanceof Violation ? violation.invariant : violation}`,
      )
      expect(violation, `not noticed in ${result.numRuns} runs`).toBeInstanceOf(Violation)
      expect(breaks).toContain((violation as Violation).invariant)
    })
  }
})
