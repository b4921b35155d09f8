import { TZDate } from '@date-fns/tz'
import type { SportsEvent, WithContext } from 'schema-dts'
import type { PublicPage } from '../../contract/marathon.ts'

/**
 * The event as schema.org's JSON-LD, for a `<script>`. Everything in it is true: there are no offers, because the app
 * knows no price, and nobody's name, unless the organiser wrote who organises.
 * @param image the address of the picture for previews
 */
export function jsonLd(page: PublicPage, origin: string, image: string): string {
  const { timeZone, previousStart, cancelled } = page
  const event: WithContext<SportsEvent> = {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: page.title,
    description: page.description,
    url: `${origin}/e/${page._id}`,
    image,
    sport: 'Running',
    startDate: withOffset(page.startDate, timeZone),
    ...(previousStart === null ? {} : { previousStartDate: withOffset(previousStart, timeZone) }),
    eventStatus: statusOf(cancelled, previousStart),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: page.location, address: page.location },
    ...(page.results === ''
      ? {}
      : { subjectOf: { '@type': 'WebPage', name: 'Results', url: `${origin}/e/${page._id}/results` } }),
    ...(page.organisedBy === '' ? {} : { organizer: { '@type': 'Organization', name: page.organisedBy } }),
  }
  // A browser ends a script at `</script` and reads `<!--` as the start of another state, whatever its type.
  return JSON.stringify(event).replaceAll('<', '\\u003c')
}

function statusOf(cancelled: string | null, previousStart: string | null) {
  if (cancelled !== null) return 'https://schema.org/EventCancelled'
  return previousStart === null ? 'https://schema.org/EventScheduled' : 'https://schema.org/EventRescheduled'
}

/** An instant in the offset of the time zone: `2027-03-05T09:00:00+01:00`. */
function withOffset(instant: string, timeZone: string): string {
  return new TZDate(instant, timeZone).toISOString().replace(/\.\d{3}/, '')
}
