import { isUndrawn } from '../../contract/places.ts'
import { windowState } from '../../contract/time/dates.ts'
import * as texts from '../texts/compiled/marathon.js'
import { formatDay, formatTime } from '../ui/format/format.ts'

/** The parts of a marathon that tell of its ballot. */
type BallotOf = {
  registration: string
  seed: string | null
  capacity: number | null
  regStart: string
  regEnd: string
  timeZone: string
}

/** 'Ballot: apply until Mar 5, 2027 18:00, then 300 places are drawn.' Only for a ballot that is not drawn. */
export function ballotMessage(marathon: BallotOf, now: number): string {
  const { regStart, regEnd, timeZone, capacity } = marathon
  const places = capacity ?? 0
  const when = (instant: string) => ({ day: formatDay(instant, timeZone), time: formatTime(instant, timeZone) })
  switch (windowState(marathon, now)) {
    case 'before':
      return texts.ballotBefore({ places, ...when(regStart) })
    case 'open':
      return texts.ballotOpen({ places, ...when(regEnd) })
    case 'after':
      return texts.ballotAfter({ places })
  }
}

/** May the organiser draw now? The server decides by its own clock. */
export function mayDraw(marathon: BallotOf & { cancelled: string | null }, now: number): boolean {
  return isUndrawn(marathon) && !marathon.cancelled && windowState(marathon, now) === 'after'
}
