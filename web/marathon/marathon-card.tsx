import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PublicMarathon } from '../../contract/marathon.ts'
import * as texts from '../texts/compiled/marathon.js'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatDay, formatDayGb, formatRange, formatTime, formatWeekday } from '../ui/format/format.ts'
import { OWN_WORDS } from '../ui/own-words.ts'
import { Picture } from '../ui/pictures/picture.tsx'
import { Rich } from '../ui/rich.tsx'
import { daysLeftLabel } from './registration-window.ts'
import { WindowBadge } from './window-badge.tsx'

type MarathonCardProps = {
  marathon: PublicMarathon
  now: number
  /**
   * - `explore`: a card of the home page's first list.
   * - `list`: a card of the marathons list.
   * - `upcoming`: with "Starts on:", the days left and the description. On a phone the card is low.
   */
  variant: 'explore' | 'list' | 'upcoming'
  /** Only `upcoming` shows it. */
  description?: string
  /** More badges beside the state, such as "Applied" or "Waiting to be sent". */
  marks?: ReactNode
}

const SKIPPED = '[content-visibility:auto]'

/**
 * The classes of the list item around a card. The browser does not lay out cards that are far from the screen, and gives
 * them about this height, so a long list stays fast.
 */
export const CARD_ITEM: Record<MarathonCardProps['variant'], string> = {
  explore: `${SKIPPED} [contain-intrinsic-height:auto_33rem]`,
  list: `${SKIPPED} [contain-intrinsic-height:auto_33rem]`,
  upcoming: `${SKIPPED} [contain-intrinsic-height:auto_22rem] sm:[contain-intrinsic-height:auto_35rem]`,
}

/**
 * A marathon as a card that looks like a race bib: date and distance first, then name and place, and the state in
 * words.
 */
export function MarathonCard({ marathon, now, variant, description, marks }: MarathonCardProps) {
  const { title, location, image, distance, regStart, regEnd, startDate, timeZone } = marathon
  const upcoming = variant === 'upcoming'
  return (
    <article
      className={`relative h-full overflow-hidden rounded-lg border border-line bg-surface shadow-lift focus-within:border-edge hover:border-edge sm:flex sm:flex-col ${upcoming ? 'grid grid-cols-[5.5rem_minmax(0,1fr)]' : 'flex flex-col'}`}
    >
      <Picture src={image} alt="" {...(upcoming ? { ratio: 'h-full sm:h-auto sm:aspect-[16/10]' } : {})} />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <dl className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1 border-b-2 border-ink pb-3">
          <div>
            <dt className="text-sm text-ink-soft">{upcoming ? texts.startsOn() : texts.eventDate()}</dt>
            <dd>
              <BigDay text={upcoming ? formatDayGb(startDate, timeZone) : formatDay(startDate, timeZone)} />
              <span className="mt-1.5 block text-sm text-ink-soft">
                {`${formatWeekday(startDate, timeZone)} ${formatTime(startDate, timeZone)}`}
              </span>
            </dd>
          </div>
          <div className="text-end">
            <dt className="text-sm text-ink-soft">{texts.distance()}</dt>
            <dd className="numeral pt-0.5 text-3xl text-flare-text">{distance}</dd>
          </div>
        </dl>
        <h3 lang="" className="text-xl">
          {upcoming ? (
            <CardLink marathon={marathon}>
              <bdi>{title}</bdi>
            </CardLink>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h3>
        <dl className="grid gap-1 text-sm">
          <Line label={texts.location()} value={location} />
          {!upcoming && <Line label={texts.registration()} value={formatRange(regStart, regEnd, timeZone)} />}
        </dl>
        {upcoming && (
          <p {...(description && OWN_WORDS)} className="line-clamp-2 text-sm text-ink-soft sm:line-clamp-3">
            {description || texts.noDescription()}
          </p>
        )}
        <div className="mt-auto flex flex-wrap gap-2 pt-1">
          {upcoming && <Badge tone="ink">{daysLeftLabel(startDate, now)}</Badge>}
          <WindowBadge marathon={marathon} now={now} />
          {marks}
        </div>
        {!upcoming && (
          <CardLink marathon={marathon} className={buttonClass('secondary')}>
            <Rich text={texts.seeDetails({ title })} />
          </CardLink>
        )}
      </div>
    </article>
  )
}

type CardLinkProps = { marathon: PublicMarathon; className?: string; children: ReactNode }

/** The only link of a card or row. All of it is the link's target. */
export function CardLink({ marathon, className = '', children }: CardLinkProps) {
  return (
    <Link
      to="/marathons/$id"
      params={{ id: marathon._id }}
      className={`after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus ${className}`}
    >
      {children}
    </Link>
  )
}

/** A label and its value. A value that is too long for the line moves below the label as a whole. */
function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="inline font-semibold">{label} </dt>
      <dd className="inline-block text-ink-soft">
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

/** 'Mar 5, 2025' with a smaller year, as one text. */
export function BigDay({ text }: { text: string }) {
  // Not every language writes the year last.
  const [before, year, after] = text.split(/(\p{Nd}{4})/u)
  return (
    <span className="numeral whitespace-nowrap text-2xl sm:text-3xl">
      <span>{before}</span>
      <span className="text-sm font-semibold text-ink-soft">{year}</span>
      <span>{after}</span>
    </span>
  )
}
