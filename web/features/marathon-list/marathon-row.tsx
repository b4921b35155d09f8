import type { ReactNode } from 'react'
import { CardLink } from '../../marathon/marathon-card.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-list.js'
import { formatLeaf, formatTime, formatWeekday } from '../../ui/format/format.ts'

/** The classes of the list item around a row: the browser does not lay out rows that are far from the screen. */
export const ROW_ITEM = '[content-visibility:auto] [contain-intrinsic-height:auto_6.5rem]'

/** The height of a row that is not laid out yet, as in `ROW_ITEM`. */
export const ROW_REM = 6.5

/** A marathon in one row, as in a calendar: the day, then name, place and state. All of it is the link. */
export function MarathonRow({ marathon, now, marks }: { marathon: MarathonView; now: number; marks: ReactNode }) {
  const { title, location, distance, startDate, timeZone } = marathon
  const { day, month, year } = formatLeaf(startDate, timeZone)
  const isThisYear = year === formatLeaf(new Date(now).toISOString(), timeZone).year
  return (
    <article className="relative grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-3 hover:bg-sunken">
      <p className="text-center text-sm leading-tight text-ink-soft">
        <span className="numeral block text-2xl text-ink">{day}</span>
        <span className="block">{month}</span>
        {!isThisYear && <span className="block">{year}</span>}
      </p>
      <div className="grid justify-items-start gap-1">
        <h3 lang="" className="text-lg">
          <CardLink marathon={marathon}>
            <bdi>{title}</bdi>
          </CardLink>
        </h3>
        <p className="text-sm text-ink-soft">
          {texts.whenAndWhere({
            weekday: formatWeekday(startDate, timeZone),
            time: formatTime(startDate, timeZone),
            place: location,
          })}
        </p>
        <div className="flex flex-wrap gap-1.5">{marks}</div>
      </div>
      <p className="numeral pt-0.5 text-xl text-flare-text">{distance}</p>
    </article>
  )
}
