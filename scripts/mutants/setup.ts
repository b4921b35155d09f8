/**
 * Runs before each test file of `npm run test:mutants`: switches one mutant on, and notes which ones the file reached.
 */
import { afterAll, beforeAll, inject } from 'vitest'
import { MUTANT_KEY } from './shared.ts'

/** What the code that Stryker instrumented reads and writes, under its own global name. */
interface MutantSwitch {
  activeMutant?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const globals = globalThis as typeof globalThis & { __stryker__?: MutantSwitch }
globals.__stryker__ ??= {}
const mutants = globals.__stryker__
const { id, hitLimit } = inject(MUTANT_KEY)
// An empty id is no mutant's; undefined would send the instrumented code to the environment.
mutants.activeMutant = id
mutants.hitLimit = hitLimit

beforeAll(() => {
  mutants.hitCount = 0
})

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the parameters, and the suite is the second of them.
afterAll(({}, suite) => {
  if (id === '') suite.meta.reached = { ...mutants.mutantCoverage?.static }
})
