import { recordError } from '../../contract/errors.ts'
import type { AccountDb } from '../store/account-db.ts'
import { liveRead } from '../store/live-read.ts'
import { listen } from './listen.ts'
import { clockAfterJump, LEAST_JUMP_MS, UNKNOWN_MS } from './server-clock.ts'

/** How often a page compares the two clocks. */
const LOOK_EVERY_MS = 1000

/**
 * Keeps the offset right where the phone's clock is set while a page is open, also with no network: a gate's scans name
 * the server's time. @returns a function that stops it
 */
export function followPhoneClock(db: AccountDb): () => void {
  const lead = () => Date.now() - performance.now()
  let anchor = lead()
  let known: number | undefined
  // A jump is older than a sample that comes after it, and than the correction that another tab has written.
  const stopReading = liveRead(async () => (await db.sync.get('sync'))?.offsetTakenAt).subscribe((takenAt) => {
    if (takenAt === known) return
    known = takenAt
    anchor = lead()
    // A clock that was set back while no page was open has no other sign.
    if (takenAt !== undefined && takenAt > Date.now()) void correct(db, takenAt, null).catch(recordError)
  })
  const look = () => {
    const jump = lead() - anchor
    anchor += jump
    if (Math.abs(jump) >= LEAST_JUMP_MS && known !== undefined) void correct(db, known, jump).catch(recordError)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const stopListening = listen(document, 'visibilitychange', look)
  return () => {
    stopReading()
    clearInterval(timer)
    stopListening()
  }
}

/**
 * Writes the offset after a jump, if it still rests on this sample.
 * @param jumpMs null if nobody knows how far the phone's clock was set. Then it is taken for right, as it is most often
 */
function correct(db: AccountDb, takenAt: number, jumpMs: number | null): Promise<void> {
  const now = Date.now()
  return db.transaction('rw', db.sync, async () => {
    const before = await db.sync.get('sync')
    if (before?.offsetTakenAt !== takenAt) return
    const after =
      jumpMs === null
        ? { serverOffsetMs: 0, offsetErrorMs: UNKNOWN_MS, offsetTakenAt: now }
        : clockAfterJump(before, jumpMs, now)
    if (after) await db.sync.update('sync', after)
  })
}
