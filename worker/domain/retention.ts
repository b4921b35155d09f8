import { and, eq, inArray, lt } from 'drizzle-orm'
import { pastEventCutoff } from '../../contract/dates.ts'
import { CONTACT_DAYS, DAY_MS, OP_RECORD_DAYS, TOMBSTONE_DAYS } from '../../contract/limits.ts'
import { openDb } from '../db/client.ts'
import { marathon, opRecord } from '../db/schema.ts'
import { eraseContactData } from './erase-contact-data.ts'
import { stripTombstones } from './strip-tombstones.ts'

/** Rows a statement touches, and how often a step goes on in one run: what is left waits for the next night. */
const BATCH_ROWS = 500
const MAX_BATCHES = 200

/** What a run did, in rows. */
export interface RetentionReport {
  leftThePull: number
  tombstonesStripped: number
  opRecordsDeleted: number
  contactsErased: number
}

/**
 * Retention (design, section 6). Every step is idempotent and bounded; a run that dies is finished by the next.
 * @param options.now ms since the epoch
 * @param options.contactDays CONTACT_DAYS of the environment; the default where it is no positive number
 */
export async function eraseAndForget(
  d1: D1Database,
  options: { now: number; contactDays?: string | undefined },
): Promise<RetentionReport> {
  const { now } = options
  const contactDays = Number(options.contactDays) > 0 ? Number(options.contactDays) : CONTACT_DAYS
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString()
  return {
    leftThePull: await inBatches((rows) => markPast(d1, pastEventCutoff(now), rows)),
    tombstonesStripped: await inBatches((rows) => stripTombstones(d1, before(TOMBSTONE_DAYS), rows)),
    opRecordsDeleted: await inBatches((rows) => deleteOpRecords(d1, before(OP_RECORD_DAYS), rows)),
    contactsErased: await inBatches((rows) => eraseContactData(d1, { startedBefore: before(contactDays), now, rows })),
  }
}

/** Repeats a step until it finds less than a full batch. */
async function inBatches(step: (rows: number) => Promise<number>): Promise<number> {
  let total = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const done = await step(BATCH_ROWS)
    total += done
    if (done < BATCH_ROWS) break
  }
  return total
}

/** Nobody is told of it, so no seq moves: the flag only keeps first pulls from reading the archive. */
async function markPast(d1: D1Database, shownBefore: string, rows: number): Promise<number> {
  const db = openDb(d1)
  const left = db
    .select({ id: marathon.id })
    .from(marathon)
    .where(and(eq(marathon.past, 0), lt(marathon.shownUntil, shownBefore)))
    .limit(rows)
  return (await db.update(marathon).set({ past: 1 }).where(inArray(marathon.id, left))).meta.changes
}

async function deleteOpRecords(d1: D1Database, decidedBefore: string, rows: number): Promise<number> {
  const db = openDb(d1)
  const old = db.select({ id: opRecord.opId }).from(opRecord).where(lt(opRecord.decidedAt, decidedBefore)).limit(rows)
  return (await db.delete(opRecord).where(inArray(opRecord.opId, old))).meta.changes
}
