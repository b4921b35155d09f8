import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PublicMarathon } from '../../contract/marathon.ts'
import { Badge, WindowBadge } from './badge.tsx'
import { ButtonLink } from './button.tsx'
import { formatDay, formatDayGb, formatRange, formatTime, formatWeekday } from './format.ts'
import { Picture } from './picture.tsx'
import { daysLeftLabel } from './window.ts'

type EventCardProps = {
  event: PublicMarathon
  now: number
  /**
   * `explore`: the home page's first four. `list`: the marathons list, with "Event Date:".
   * `upcoming`: "Starts on:", the days that are left and the description.
   */
  variant: 'explore' | 'list' | 'upcoming'
  /** Shown by `upcoming`. */
  description?: string
  /** More marks beside the state, such as "Applied" or "Waiting to be sent". */
  marks?: ReactNode
}

/** An event as a race bib: date and distance first, then its name and place, its state in words. */
export function EventCard({ event, now, variant, description, marks }: EventCardProps) {
  const { _id: id, title, location, image, distance, regStart, regEnd, startDate, timeZone } = event
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
      <Picture src={image} alt="" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <dl className="order-1 flex items-end justify-between gap-3 border-b-2 border-ink pb-3">
          <div>
            <dt className="text-sm text-ink-soft">{variant === 'upcoming' ? 'Starts on:' : 'Event Date:'}</dt>
            <dd>
              <BigDay
                text={variant === 'upcoming' ? formatDayGb(startDate, timeZone) : formatDay(startDate, timeZone)}
              />
              <span className="mt-1.5 block text-sm text-ink-soft">
                {formatWeekday(startDate, timeZone)} {formatTime(startDate, timeZone)}
              </span>
            </dd>
          </div>
          <div className="text-right">
            <dt className="text-sm text-ink-soft">Distance:</dt>
            <dd className="numeral text-4xl text-flare-text">{distance}</dd>
            <span aria-hidden="true" className="mt-1.5 block text-sm">
              &nbsp;
            </span>
          </div>
        </dl>
        <h3 className="order-2 text-xl">
          <Link
            to="/marathons/$id"
            params={{ id }}
            className="hover:underline focus-visible:outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
          >
            {title}
          </Link>
        </h3>
        <dl className="order-3 grid gap-1 text-sm">
          <Line label="Location:" value={location} />
          {variant !== 'upcoming' && <Line label="Registration:" value={formatRange(regStart, regEnd, timeZone)} />}
        </dl>
        {variant === 'upcoming' && (
          <p className="order-4 line-clamp-3 text-sm text-ink-soft">{description || 'No description available'}</p>
        )}
        <div className="order-5 mt-auto flex flex-wrap gap-2 pt-1">
          {variant === 'upcoming' && <Badge tone="soon">{daysLeftLabel(startDate, now)}</Badge>}
          <WindowBadge event={event} now={now} />
          {marks}
        </div>
        {variant !== 'upcoming' && (
          <ButtonLink
            to="/marathons/$id"
            params={{ id }}
            variant="secondary"
            // Above the card's own link, which covers everything; one of the two is enough for the Tab key.
            className="relative z-1 order-6"
            aria-label={`See Details: ${title}`}
          >
            See Details
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="inline font-semibold">{label} </dt>
      <dd className="inline text-ink-soft">{value}</dd>
    </div>
  )
}

/** 'Mar 5, 2025' with the year small, as one text. */
export function BigDay({ text }: { text: string }) {
  const year = text.slice(-4)
  const day = text.slice(0, -4)
  return (
    <span className="numeral whitespace-nowrap text-3xl">
      {day}
      <span className="text-base font-semibold text-ink-soft">{year}</span>
    </span>
  )
}
