import type { ReactNode } from 'react'
import type { Marathon } from '../../../contract/marathon.ts'
import { shownZone } from '../../../contract/time/zone-name.ts'
import * as labels from '../../texts/compiled/labels.js'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/marathon-details.js'
import { formatDay, formatDayTime, formatTime, formatWeekday, readerTimeZone } from '../../ui/format/format.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { Fact } from './fact.tsx'

type MarathonFactsProps = {
  marathon: Pick<
    Marathon,
    'regStart' | 'regEnd' | 'startDate' | 'timeZone' | 'distance' | 'description' | 'organisedBy'
  >
  /** More facts. */
  children?: ReactNode
}

/**
 * The section 'Event Details' (specification). Times are in the marathon's own zone. If the reader's clock differs, the
 * zone is shown too.
 */
export function MarathonFacts({ marathon, children }: MarathonFactsProps) {
  const { regStart, regEnd, startDate, timeZone, distance, description, organisedBy } = marathon
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
          <ReaderTime marathon={marathon} />
        </Fact>
        <Fact label={texts.distance()}>{distance}</Fact>
        <Fact label={texts.registrationFrom()}>{withTime(regStart, timeZone, '1970-01-01T00:00:00.000Z')}</Fact>
        <Fact label={texts.registrationTo()}>{withTime(regEnd, timeZone, '1970-01-01T23:59:00.000Z')}</Fact>
        {organisedBy && (
          <Fact label={labels.organisedBy()}>
            <bdi lang="">{organisedBy}</bdi>
          </Fact>
        )}
        {children}
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

/** The start by the reader's clock. Renders nothing where that clock shows the marathon's own time. */
function ReaderTime({ marathon }: { marathon: { startDate: string; timeZone: string } }) {
  const { startDate, timeZone } = marathon
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
