import { windowState } from '../../../contract/dates.ts'
import { isUndrawn } from '../../../contract/places.ts'
import { formatDayInText, formatTime } from '../../ui/format/format.ts'

/** The parts of a marathon that tell of its ballot. A row from an older version of the app has none of them. */
type BallotOf = {
  registration?: string
  seed?: string | null
  capacity: number | null
  regStart: string
  regEnd: string
  timeZone: string
}

/** 'Ballot: apply until 5 Mar 2027 18:00, then 300 places are drawn.' Only for a ballot that is not drawn. */
export function ballotMessage(marathon: BallotOf, now: number): string {
  const { regStart, regEnd, timeZone, capacity } = marathon
  const places = `${(capacity ?? 0).toLocaleString('en-US')} ${capacity === 1 ? 'place is' : 'places are'}`
  const when = (instant: string) => `${formatDayInText(instant, timeZone)} ${formatTime(instant, timeZone)}`
  switch (windowState(marathon, now)) {
    case 'before':
      return `Ballot: apply from ${when(regStart)}, then ${places} drawn.`
    case 'open':
      return `Ballot: apply until ${when(regEnd)}, then ${places} drawn.`
    case 'after':
      return `Ballot: registration has closed. ${places.replace(/ (is|are)$/, '')} will be drawn by the organiser.`
  }
}

/** May the organiser draw now? The server decides by its own clock. */
export function mayDraw(marathon: BallotOf & { cancelled?: string | null }, now: number): boolean {
  return isUndrawn(marathon) && !marathon.cancelled && windowState(marathon, now) === 'after'
}
