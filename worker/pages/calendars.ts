import { type CalendarContext, calendarFeed, calendarFile } from '../../contract/calendar/calendar-file.ts'
import { PRODUCT } from '../../contract/limits.ts'
import type { PublicPage } from '../../contract/marathon.ts'
import { countCall } from '../auth/rate-limit.ts'
import { keptASecond } from '../reads/kept-a-second.ts'
import { listedUpcoming } from '../reads/lists.ts'
import { keptPublicPage } from '../reads/public-page.ts'
import type { PublicCall } from './public-call.ts'

/** Most characters of all descriptions and reasons in a feed. A hundred events of usual length have a tenth of it. */
const MAX_FEED_TEXT = 400_000

/** `/e/{id}.ics`: one event as a calendar file. */
export async function eventCalendar(call: PublicCall): Promise<Response> {
  const { env, origin, id, countedAs, now } = call
  if (id === null) return unknown()
  const count = () => countCall(env, 'READ_LIMIT', countedAs)
  const file = await keptASecond(`ics ${origin} ${id}`, now, async () => {
    const json = await keptPublicPage(env.DB, id, now, count)
    return json === null ? null : calendarFile(JSON.parse(json) as PublicPage, contextOf(call))
  })
  return file === null ? unknown() : calendar(file, id)
}

/** `/upcoming.ics`: the listed events that are still to come, for calendars that subscribe. */
export async function upcomingCalendar(call: PublicCall): Promise<Response> {
  const { env, origin, countedAs, now } = call
  const feed = await keptASecond(`feed ${origin}`, now, async () => {
    await countCall(env, 'READ_LIMIT', countedAs)
    const events = JSON.parse(await listedUpcoming(env.DB, now)) as PublicPage[]
    let left = MAX_FEED_TEXT
    const fitting = events.filter(({ description, cancelled }) => {
      left -= description.length + (cancelled?.length ?? 0)
      return left > 0
    })
    return calendarFeed(fitting, PRODUCT, contextOf(call))
  })
  return calendar(feed, 'upcoming')
}

function contextOf({ origin, now }: PublicCall): CalendarContext {
  return {
    urlOf: (id) => `${origin}/e/${id}`,
    // Calendars say no language.
    cancelledBecause: (reason) => `Cancelled: ${reason}`,
    now,
  }
}

/** @param name of the file, in letters that a header can have */
function calendar(text: string, name: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="${name}.ics"`,
      'Cache-Control': 'no-store',
      // Search engines have the page, which says whether they may list the event.
      'X-Robots-Tag': 'noindex',
    },
  })
}

function unknown(): Response {
  return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
}
