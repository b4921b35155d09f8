import type { MarathonView } from '../../data/overlay.ts'
import { formatDay, formatDayTime, formatTime, formatWeekday, readerTimeZone } from '../../ui/format/format.ts'
import { mailto } from '../../ui/format/mailto.ts'
import { Fact } from './fact.tsx'

/**
 * The section 'Event Details' (specification). Times are in the marathon's own zone. If the reader's clock differs, the
 * zone is shown too.
 */
export function MarathonFacts({ marathon }: { marathon: MarathonView }) {
  const { regStart, regEnd, startDate, timeZone, distance, name, email, description } = marathon
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="text-2xl">
        Event Details
      </h2>
      <p className="mt-3 max-w-prose whitespace-pre-line">{description || 'No description available'}</p>
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label="Event Start Date">
          {formatWeekday(startDate, timeZone)} {formatDayTime(startDate, timeZone)}
          <ReaderTime startDate={startDate} timeZone={timeZone} />
        </Fact>
        <Fact label="Distance">{distance}</Fact>
        <Fact label="Registration From">{withTime(regStart, timeZone, '00:00')}</Fact>
        <Fact label="Registration To">{withTime(regEnd, timeZone, '23:59')}</Fact>
        <Fact label="Contact Name">{name || 'Not given'}</Fact>
        <Fact label="Contact Email">
          {email ? (
            <a href={mailto(email)} className="text-link inline-flex min-h-11 items-center break-all">
              {email}
            </a>
          ) : (
            'Not given'
          )}
        </Fact>
      </dl>
    </section>
  )
}

/** Only the day, if the window opens or closes at the edge of that day. */
function withTime(instant: string, timeZone: string, wholeDay: string): string {
  const own = formatTime(instant, timeZone, timeZone)
  return own === wholeDay ? formatDay(instant, timeZone) : formatDayTime(instant, timeZone)
}

function ReaderTime({ startDate, timeZone }: { startDate: string; timeZone: string }) {
  const reader = readerTimeZone()
  if (formatTime(startDate, timeZone) === formatTime(startDate, timeZone, timeZone)) return null
  return (
    <span className="block text-sm font-normal text-ink-soft">
      The event’s own time ({timeZone.replaceAll('_', ' ')}). For you: {formatWeekday(startDate, reader)}{' '}
      {formatDayTime(startDate, reader, reader)}
    </span>
  )
}
