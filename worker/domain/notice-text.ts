import type { MarathonRow, NoticeRow } from '../db/client.ts'

/** What a notice of the server says. */
export type Told = Pick<NoticeRow, 'kind' | 'text' | 'urgent'>

export const PROMOTED: Told = { kind: 'promoted', text: 'A place became free, and it is yours.', urgent: 1 }

export const DRAWN: Told = {
  kind: 'drawn',
  text: 'The places were drawn. Your application says whether you have one.',
  urgent: 0,
}

/**
 * The notice that a change of a marathon makes. It has the kind of its most important part and the text of all parts.
 * Null if nobody needs to know.
 */
export function tellChange(before: MarathonRow, after: MarathonRow): Told | null {
  const { cancelled } = after
  if (cancelled !== before.cancelled && cancelled !== null) {
    return { kind: 'cancelled', text: `The event was cancelled. Reason: ${cancelled}`, urgent: 1 }
  }
  const parts: Told[] = []
  if (cancelled !== before.cancelled) {
    parts.push({ kind: 'restored', text: 'The event takes place after all.', urgent: 1 })
  }
  if (after.startDate !== before.startDate) {
    const [from, to] = [timeAt(before.startDate, after.timeZone), timeAt(after.startDate, after.timeZone)]
    parts.push({ kind: 'start', text: `The start is now ${to} (${after.timeZone}). It was ${from}.`, urgent: 1 })
  }
  if (after.location !== before.location) {
    parts.push({ kind: 'place', text: `The place is now ${after.location}. It was ${before.location}.`, urgent: 1 })
  }
  if (after.regStart !== before.regStart || after.regEnd !== before.regEnd) {
    const [from, to] = [timeAt(after.regStart, after.timeZone), timeAt(after.regEnd, after.timeZone)]
    parts.push({ kind: 'window', text: `Registration is now open from ${from} until ${to}.`, urgent: 0 })
  }
  const [first] = parts
  return first ? { ...first, text: parts.map(({ text }) => text).join(' ') } : null
}

/** A time as the clock at the place shows it: `Thu 5 Mar 2037, 09:30`. Runtimes join the parts in different ways. */
function timeAt(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')}`
}
