import type { MarathonRow } from '../../db/client.ts'
import type { Effect, Precondition } from './decision.ts'

// The places of a marathon and its waiting list (docs/decisions/047). Nobody waits while a place is free, before the
// start of a marathon that is not cancelled (INV-15).

/**
 * Fills the free places of a marathon from its waiting list. Nobody is promoted after the start, or while the marathon
 * is cancelled. How many move up is decided here; `promotionStatement` of ../write-ops.ts takes those who wait longest.
 * @param marathon the row after the change that may have freed places
 * @param registered the change of regCount that is already decided
 * @param now the server's time, ms since the epoch
 * @param unclaimed the change of unclaimedCount that is already decided
 * @returns the effect, and the preconditions on the numbers before the op
 */
export function fillPlaces(
  marathon: MarathonRow,
  registered: number,
  now: number,
  unclaimed = 0,
): { effects: Effect[]; preconditions: Precondition[] } {
  const { id: marathonId, capacity, regCount, waitingCount } = marathon
  const numbers = (promoted: number): Effect[] =>
    registered === 0 && promoted === 0
      ? []
      : [
          {
            kind: 'count',
            marathonId,
            registered: registered + promoted,
            waiting: 0 - promoted,
            entered: 0,
            unclaimed,
            promoted,
          },
        ]
  const isOver = marathon.cancelled !== null || now >= Date.parse(marathon.startDate)
  if (isOver) return { effects: numbers(0), preconditions: [] }
  if (waitingCount === 0) {
    return {
      effects: numbers(0),
      preconditions: [{ kind: 'count-at-most', marathonId, of: 'waitingCount', count: 0 }],
    }
  }
  const free = capacity === null ? Number.POSITIVE_INFINITY : Math.max(0, capacity - regCount - registered)
  const promoted = Math.min(free, waitingCount)
  // While somebody waits, all places are taken, so that other requests rarely change regCount.
  const preconditions: Precondition[] = [
    { kind: 'count-at-least', marathonId, of: 'regCount', count: regCount },
    { kind: 'count-at-most', marathonId, of: 'regCount', count: regCount },
    { kind: 'count-at-least', marathonId, of: 'waitingCount', count: promoted },
  ]
  // Places are left, so somebody who has joined the list meanwhile must be promoted too.
  if (free > promoted)
    preconditions.push({ kind: 'count-at-most', marathonId, of: 'waitingCount', count: waitingCount })
  return { effects: numbers(promoted), preconditions }
}
