/**
 * Prints `N passed, M failed` from the reports of vitest and Playwright. .ci/run calls it with the exit code of
 * `npm test`.
 */
import { readFileSync } from 'node:fs'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

function report<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8')) as T
  } catch {
    return undefined // This test runner did not run.
  }
}

const exitCode = Number(process.argv[2] ?? 0)
const vitest = ['vitest', 'vitest-worker', 'vitest-slow'].map((name) => report<VitestReport>(name))
const playwright = report<PlaywrightReport>('playwright')
const sum = (counts: (number | undefined)[]) => counts.reduce<number>((total, count = 0) => total + count, 0)
const passed = sum([...vitest.map((run) => run?.numPassedTests), playwright?.stats.expected, playwright?.stats.flaky])
const failed = sum([...vitest.map((run) => run?.numFailedTests), playwright?.stats.unexpected])
// A failed lint, type check or start is not a test, but the number of failures must not be 0 then.
const complete = exitCode === 0 && vitest.every((run) => run) && playwright
console.log(`${passed} passed, ${complete ? failed : Math.max(failed, 1)} failed`)
process.exitCode = complete && failed === 0 ? 0 : 1
