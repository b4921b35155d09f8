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
const vitest = report<VitestReport>('vitest')
const slow = report<VitestReport>('vitest-slow')
const playwright = report<PlaywrightReport>('playwright')
const unit = (vitest?.numPassedTests ?? 0) + (slow?.numPassedTests ?? 0)
const passed = unit + (playwright ? playwright.stats.expected + playwright.stats.flaky : 0)
const failed = (vitest?.numFailedTests ?? 0) + (slow?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0)
// A failed lint, type check or start is not a test, but the number of failures must not be 0 then.
const complete = exitCode === 0 && vitest && slow && playwright
console.log(`${passed} passed, ${complete ? failed : Math.max(failed, 1)} failed`)
process.exitCode = complete && failed === 0 ? 0 : 1
