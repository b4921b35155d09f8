/**
 * `npm run test:mutants` tells whether a test fails when the code is wrong. Stryker's instrumenter makes the mutants
 * of FOLDERS. The script draws some at random, switches on one at a time, and runs the test files that reach it.
 *
 * It runs the tests of `npm run check` and `npm run test:slow`, not the browser tests and not those that start
 * commands. Of the simulation it runs SIM_RUNS (10) runs, not the seeded bugs. It mutates no test
 * files, and no texts for developers (arguments of `console.*` and of an error's constructor).
 *
 * - MUTANTS (300): how many are drawn.
 * - MUTANTS_SEED: repeats the draw of a printed seed.
 * - MUTANTS_ONLY: tries the mutants whose line begins with one of these lines (a path, or a survivor without its
 *   number and result). Nothing is drawn.
 *
 * A run that was stopped goes on with the same seed, as long as the code is the same: test-results/ has what was tried.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { inspect } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Plugin } from 'vite'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import config from '../../vitest.config.ts'
import { ROOT } from '../local/children.ts'
import { randomFrom } from '../local/random.ts'
import { MUTANT_KEY } from './shared.ts'

const FOLDERS = [
  'contract',
  'worker/ops',
  'worker/pull',
  'worker/reads',
  'worker/results',
  'worker/mail',
  'worker/jobs',
  'worker/group',
  'worker/live',
  'worker/auth',
  'web/sync',
  'web/session',
  'web/store',
  'web/calls',
  'web/background',
]
const PROJECTS = ['worker', 'web', 'contract', 'simulation']
/**
 * Test files that say nothing about a mutant: one switches on bugs of its own, and the others start commands, which run
 * the code without mutants.
 */
const LEFT_OUT = /\.nightly\.test\.ts$/
/** The run fails if this part of the drawn mutants survives. */
const MOST_SURVIVORS = 0.1
/** The code of mutants runs up to five times as long. */
const TEST_TIMEOUT_MS = 60_000
/** A mutant whose code runs this many times as often as without the mutant is in an endless loop. */
const HITS = 100
const REACHED = join(ROOT, 'test-results/mutants-reached.json')
const TRIED = join(ROOT, 'test-results/mutants-tried.json')

type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]
type Fate = 'killed' | 'timed out' | 'survived' | 'reached by no test'

/** The files that are mutated, by their path in the project, with `/` between folders. */
function sources(): string[] {
  const files = globSync(`{${FOLDERS}}/**/*.{ts,tsx}`, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).sort()
}

/** Texts for developers only: arguments of `console.*` and of an error's constructor. */
const developerTexts = {
  shouldIgnore(path: object): string | undefined {
    const { node } = path as { node: { type: string; callee?: { name?: string; object?: { name?: string } } } }
    const isError = node.type === 'NewExpression' && node.callee?.name?.endsWith('Error')
    const isLog = node.type === 'CallExpression' && node.callee?.object?.name === 'console'
    return isError || isLog ? 'a text for developers' : undefined
  },
}

async function instrument(): Promise<{ code: Map<string, string>; mutants: Mutant[] }> {
  // Its log has nothing to say: all levels are off.
  const logger = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0]
  const files = sources().map((name) => ({ name, mutate: true, content: readFileSync(join(ROOT, name), 'utf8') }))
  const options = { plugins: null, excludedMutations: [], ignorers: [developerTexts] }
  const made = await new Instrumenter(logger).instrument(files, options)
  return {
    code: new Map(made.files.map(({ name, content }) => [name, content])),
    mutants: made.mutants.filter(({ status }) => status === undefined),
  }
}

function draw(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const next = randomFrom(seed)
  const left = [...mutants]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(next() * left.length), 1),
  ).flat()
}

const place = ({ fileName, location: { start } }: Mutant) => `${fileName}:${start.line + 1}:${start.column + 1}`

function inWords(mutant: Mutant): string {
  const { start, end } = mutant.location
  const lines = readFileSync(join(ROOT, mutant.fileName), 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column)
  lines[0] = (lines[0] ?? '').slice(start.column)
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 120)
  return `${place(mutant)} ${mutant.mutatorName}: ${short(lines.join(' '))} -> ${short(mutant.replacement)}`
}

/** vitest with the instrumented code in the place of the source files. The files themselves are not changed. */
async function vitestWith(code: Map<string, string>) {
  const plugin: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    load: (id) => code.get(relative(ROOT, id.split('?')[0] ?? '').replaceAll('\\', '/')),
  }
  const projects = ((await config({ mode: 'test', command: 'serve' })).test?.projects ?? []).filter(
    (project) => typeof project === 'object',
  )
  const chosen = projects.flatMap((project) => {
    if (!('test' in project) || !PROJECTS.includes(String(project.test?.name))) return []
    const setupFiles = ['scripts/mutants/setup.ts', ...[project.test?.setupFiles ?? []].flat()]
    const test = { ...project.test, setupFiles, isolate: true, testTimeout: TEST_TIMEOUT_MS }
    return [{ ...project, plugins: [plugin, project.plugins], test }]
  })
  const vitest = await createVitest(
    'test',
    { config: false, root: ROOT, watch: false, maxWorkers: 2, bail: 1, reporters: [{}], silent: true },
    { test: { projects: chosen, sequence: { sequencer: InTheGivenOrder } } },
  )
  await vitest.standalone()
  return vitest
}

/** Runs the files in the order that `tryMutant` gives. The run ends with the first test that fails. */
class InTheGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

/** Which mutants a test file reaches, how long it runs without a mutant, and how many mutants it killed. */
interface TestFile {
  spec: TestSpecification
  reached: Record<string, number>
  ms: number
  /** By the mutated file. */
  kills: Record<string, number>
}

type Vitest = Awaited<ReturnType<typeof vitestWith>>

/**
 * Runs every test file without a mutant. A file that fails without a mutant proves nothing. What a file reached is kept
 * as long as the code and that file stay as they are, so that trying the survivors again does not measure all anew, nor
 * does a run after one that failed.
 */
async function measure(vitest: Vitest): Promise<{ files: TestFile[]; version: string }> {
  const specs = (await vitest.globTestSpecifications()).filter(({ moduleId }) => !LEFT_OUT.test(moduleId))
  const isSource = (file: string) => !/\.test\.tsx?$/.test(file)
  const sources = globSync('{worker,web,contract}/**/*.{ts,tsx}', { cwd: ROOT }).filter(isSource).sort()
  const version = digest(sources.map((file) => join(ROOT, file)))
  const keyOf = ({ moduleId }: TestSpecification) => version + digest([moduleId])
  const known = stored<Record<string, Pick<TestFile, 'reached' | 'ms'>>>(REACHED)
  const unknown = specs.filter((spec) => !known[keyOf(spec)])
  const { modules, errors } = unknown.length > 0 ? await runWithoutMutant(vitest, unknown) : { modules: [], errors: [] }
  const files = specs.map((spec): TestFile => {
    const module = modules.find(({ moduleId }) => moduleId === spec.moduleId)
    const measured = { reached: module?.meta().reached ?? {}, ms: module?.diagnostic().duration ?? 0 }
    return { spec, kills: {}, ...(known[keyOf(spec)] ?? measured) }
  })
  mkdirSync(dirname(REACHED), { recursive: true })
  const isMeasured = ({ spec }: TestFile) =>
    known[keyOf(spec)] !== undefined || modules.some((module) => module.moduleId === spec.moduleId && module.ok())
  const kept = files.filter(isMeasured).map(({ spec, reached, ms }) => [keyOf(spec), { reached, ms }])
  writeFileSync(REACHED, JSON.stringify(Object.fromEntries(kept)))
  assertPassed(modules, errors)
  return { files, version }
}

/** What an earlier run has stored; {} for nothing. */
function stored<T extends object>(file: string): T {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : ({} as T)
}

/** A hash of files. */
function digest(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${readFileSync(file, 'utf8')}\0`)
  return hash.digest('hex')
}

function runWithoutMutant(vitest: Vitest, specs: TestSpecification[]) {
  vitest.provide(MUTANT_KEY, { id: '', hitLimit: Number.MAX_SAFE_INTEGER })
  return run(vitest, specs)
}

/** @throws Error if a test failed */
function assertPassed(modules: TestModule[], errors: unknown[]): void {
  const failed = modules.filter((module) => !module.ok())
  for (const module of failed) console.error(module.relativeModuleId, ...messages(module))
  if (failed.length + errors.length > 0) throw new Error('the tests fail without a mutant', { cause: errors })
}

/** Runs test files in the order given, until one fails. */
async function run(vitest: Vitest, specs: TestSpecification[]): Promise<{ modules: TestModule[]; errors: unknown[] }> {
  // vitest reports all files that it ever ran, so the results of earlier runs are removed.
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
  return { modules: testModules, errors: unhandledErrors }
}

function messages(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? [])
  return [...module.errors(), ...tests].map(({ message }) => message)
}

async function tryMutant(
  vitest: Vitest,
  { id, fileName }: Mutant,
  files: TestFile[],
): Promise<{ fate: Fate; by?: string }> {
  const killsOf = ({ kills }: TestFile) => kills[fileName] ?? 0
  // The tests of the file itself stand beside it and mostly know.
  const own = join(ROOT, fileName.replace(/\.tsx?$/, '.'))
  const isNear = ({ spec }: TestFile) =>
    spec.moduleId.startsWith(own) ? 3 : dirname(spec.moduleId) === dirname(own) ? 1 : 0
  // A file costs about 500 ms before its first test. The 0.1 lets cheap files run first while there are no kills yet.
  const worth = (file: TestFile) => (killsOf(file) + isNear(file) + 0.1) / (file.ms + 500)
  const reaching = files.filter(({ reached }) => reached[id]).sort((a, b) => worth(b) - worth(a))
  if (reaching.length === 0) return { fate: 'reached by no test' }
  const most = Math.max(...reaching.map(({ reached }) => reached[id] ?? 0))
  vitest.provide(MUTANT_KEY, { id, hitLimit: HITS * most })
  const { modules, errors } = await run(
    vitest,
    reaching.map(({ spec }) => spec),
  )
  const killer = modules.find((module) => module.state() === 'failed')
  if (!killer && errors.length === 0) {
    const passed = modules.filter((module) => module.state() === 'passed')
    if (passed.length !== reaching.length) throw new Error('a test file did not run')
    return { fate: 'survived' }
  }
  const file = files.find(({ spec }) => spec.moduleId === killer?.moduleId)
  if (file) file.kills[fileName] = killsOf(file) + 1
  // An error of a test may be any object.
  const why = killer ? messages(killer) : errors.map((error) => inspect(error))
  const isEndless = why.some((text) => /timed out|Hit count limit/.test(text))
  return { fate: isEndless ? 'timed out' : 'killed', by: killer?.relativeModuleId ?? 'an unhandled error' }
}

// Without this, Miniflare fetches sample properties of a request from Cloudflare. No test needs them.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false'
process.env.SIM_RUNS ??= '10'
// Nobody reads the shortest plan that kills a mutant.
process.env.SIM_REDUCE ??= 'no'
const seed = Number(process.env.MUTANTS_SEED || Date.now() % 2 ** 31)
const only = process.env.MUTANTS_ONLY?.split('\n').filter(Boolean)
const { code, mutants } = await instrument()
const drawn = only
  ? mutants.filter((mutant) => only.some((line) => inWords(mutant).startsWith(line)))
  : draw(mutants, Number(process.env.MUTANTS || 300), seed)
console.log(`seed ${seed}: ${drawn.length} of ${mutants.length} mutants in ${code.size} files`)
const vitest = await vitestWith(code)
try {
  const { files, version } = await measure(vitest)
  const tried = stored<Record<string, { fate: Fate; by?: string }>>(TRIED)
  console.log(`${files.length} test files pass without a mutant`)
  const fates: Record<Fate, number> = { killed: 0, 'timed out': 0, survived: 0, 'reached by no test': 0 }
  for (const [index, mutant] of drawn.entries()) {
    const key = `${version} ${inWords(mutant)}`
    const { fate, by } = tried[key] ?? (await tryMutant(vitest, mutant, files))
    tried[key] = { fate, ...(by !== undefined && { by }) }
    writeFileSync(TRIED, JSON.stringify(tried))
    fates[fate]++
    console.log(`${index + 1}/${drawn.length} ${fate}${by ? ` by ${by}` : ''}: ${inWords(mutant)}`)
  }
  // A mutant must not break later runs: the files that killed one must still pass.
  const killers = files.filter(({ kills }) => Object.keys(kills).length > 0)
  const killing = killers.map(({ spec }) => spec)
  const { modules, errors } = await runWithoutMutant(vitest, killing)
  assertPassed(modules, errors)
  const alive = fates.survived + fates['reached by no test']
  console.log(
    `seed ${seed}: ${alive} of ${drawn.length} survive (${((100 * alive) / drawn.length).toFixed(1)} %)`,
    fates,
  )
  // Each killed mutant is a failed test for vitest, which has set the exit code.
  process.exitCode = !only && alive >= MOST_SURVIVORS * drawn.length ? 1 : 0
} finally {
  await vitest.close()
}
