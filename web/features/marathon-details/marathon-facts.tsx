import { shownZone } from '../../../contract/time/zone-name.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/marathon-details.js'
import { formatDay, formatDayTime, formatTime, formatWeekday, readerTimeZone } from '../../ui/format/format.ts'
import { mailto } from '../../ui/format/mailto.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'
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
        {texts.eventDetails()}
      </h2>
      <p {...(description && OWN_WORDS)} className="mt-3 max-w-prose whitespace-pre-line">
        <LinkedText text={description || marathonTexts.noDescription()} />
      </p>
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label={texts.eventStart()}>
          <span>{`${formatWeekday(startDate, timeZone)} ${formatDayTime(startDate, timeZone)}`}</span>
          <ReaderTime startDate={startDate} timeZone={timeZone} />
        </Fact>
        <Fact label={texts.distance()}>{distance}</Fact>
        <Fact label={texts.registrationFrom()}>{withTime(regStart, timeZone, '1970-01-01T00:00:00.000Z')}</Fact>
        <Fact label={texts.registrationTo()}>{withTime(regEnd, timeZone, '1970-01-01T23:59:00.000Z')}</Fact>
        <Fact label={texts.contactName()}>{name || texts.notGiven()}</Fact>
        <Fact label={texts.contactEmail()}>
          {email ? (
            <a href={mailto(email)} className="text-link inline-flex min-h-11 items-center break-all">
              {email}
            </a>
          ) : (
            texts.notGiven()
          )}
        </Fact>
      </dl>
    </section>
  )
}

/**
 * Only the day, if the window opens or closes at the edge of that day.
 * @param edge an instant whose time in UTC is that edge. Not every language writes it as '00:00'.
 */
function withTime(instant: string, timeZone: string, edge: string): string {
  const own = formatTime(instant, timeZone, timeZone)
  return own === formatTime(edge, 'UTC', 'UTC') ? formatDay(instant, timeZone) : formatDayTime(instant, timeZone)
}

function ReaderTime({ startDate, timeZone }: { startDate: string; timeZone: string }) {
  const reader = readerTimeZone()
  if (formatTime(startDate, timeZone) === formatTime(startDate, timeZone, timeZone)) return null
  return (
    <span className="block text-sm font-normal text-ink-soft">
      {texts.ownTime({
        zone: shownZone(timeZone),
        weekday: formatWeekday(startDate, reader),
        dayTime: formatDayTime(startDate, reader, reader),
      })}
    </span>
  )
}
