import { sql } from 'drizzle-orm'
import { CLASH_DAYS, contactDaysOf, DAY_MS, OP_RECORD_DAYS, TOMBSTONE_DAYS } from '../../contract/limits.ts'
import { pastMarathonCutoff } from '../../contract/time/dates.ts'
import { allRows, runBatch } from '../db/client.ts'
import { logFailure } from '../ops/log-failure.ts'
import { retentionSteps, type Step } from './retention-steps.ts'

/** A step gives up for the night after this many failed transactions: then the cause is not a single bad row. */
const MOST_FAILURES = 60

/** Rows of one search, for several transactions: a search that sorts reads all that is due. */
const SEARCH_ROWS = 20_000

/** The report of a run: the number of changed rows for each step, and the failures. */
export type RetentionReport = Record<Step['name'], number> & {
  /** Rows whose change failed even in a transaction of their own. The next night tries them again. */
  badRows: number
  /** Names of the steps that ended with an error. */
  failed: string[]
  /** Names of the steps that had rows for all their batches. There may be more that is due. */
  full: string[]
}

/**
 * The nightly run (docs/decisions/014). Every step is idempotent and bounded. If a run dies, the next one completes its
 * work. A step that fails does not stop the other steps, and a bad row does not stop the other rows.
 * @param options.now ms since the epoch
 * @param options.contactDays CONTACT_DAYS of the environment
 */
export async function runRetention(
  d1: D1Database,
  options: { now: number; contactDays?: string | undefined },
): Promise<RetentionReport> {
  const before = (days: number) => new Date(options.now - days * DAY_MS).toISOString()
  const steps = retentionSteps({
    nowMs: options.now,
    contact: before(contactDaysOf(options.contactDays)),
    clash: before(CLASH_DAYS),
    tombstone: before(TOMBSTONE_DAYS),
    opRecord: before(OP_RECORD_DAYS),
    pullCutoff: pastMarathonCutoff(options.now),
  })
  const changed = Object.fromEntries(steps.map(({ name }) => [name, 0])) as Record<Step['name'], number>
  const report: RetentionReport = { ...changed, badRows: 0, failed: [], full: [] }
  for (const step of steps) {
    try {
      await runStep(d1, step, report)
    } catch (error) {
      logFailure('retention.step-failed', error, { step: step.name })
      report.failed.push(step.name)
    }
  }
  return report
}

/**
 * Repeats a step until it finds no more, or has run its batches for the night.
 * @throws the error of D1 if the search fails, or after MOST_FAILURES failed transactions
 */
async function runStep(d1: D1Database, step: Step, report: RetentionReport): Promise<void> {
  const bad: (string | number)[] = []
  let failures = 0

  /** Splits a batch that fails into halves, until the bad row is alone. */
  async function change(ids: (string | number)[]): Promise<void> {
    try {
      await runBatch(d1, step.change(ids))
      report[step.name] += ids.length
    } catch (error) {
      failures += 1
      if (failures > MOST_FAILURES) throw error
      if (ids.length === 1) {
        bad.push(...ids)
        report.badRows += 1
        return
      }
      const half = Math.ceil(ids.length / 2)
      await change(ids.slice(0, half))
      await change(ids.slice(half))
    }
  }

  for (let left = step.rows * step.batches; left > 0; left -= SEARCH_ROWS) {
    const known = sql`(SELECT value FROM json_each(${JSON.stringify(bad)}))`
    const most = Math.min(left, SEARCH_ROWS)
    const found = await allRows<{ id: string | number }>(d1, step.find(known, most))
    const ids = found.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += step.rows) await change(ids.slice(from, from + step.rows))
    if (ids.length < most) return
  }
  report.full.push(step.name)
}
