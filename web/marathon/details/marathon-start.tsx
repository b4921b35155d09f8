import type { ReactNode } from 'react'
import type { Marathon } from '../../../contract/marathon.ts'
import { racePhase } from '../../store/rows/race-phase.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/marathon-details.js'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { formatDay, formatDayTime, formatTime, formatWeekday } from '../../ui/format/format.ts'
import { BigDay } from '../marathon-card.tsx'

type MarathonStartProps = {
  marathon: Pick<Marathon, 'startDate' | 'previousStart' | 'timeZone' | 'distance' | 'cancelled'>
  /** When the countdown's circle is full (Countdown). */
  from?: string
  /** By the server's clock, as far as this phone knows it, and how far that is from the phone's. */
  now: number
  offsetMs?: number
  /** More facts in large numbers. */
  children?: ReactNode
}

/**
 * The start, what it was before, the distance and the countdown, in large numbers. A cancelled marathon has no
 * countdown.
 */
export function MarathonStart({ marathon, from, now, offsetMs = 0, children }: MarathonStartProps) {
  const { startDate, previousStart, timeZone, distance } = marathon
  const phase = racePhase(startDate, now)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-6 max-lg:border-y-2 max-lg:border-ink max-lg:py-5">
      <dl className="grid flex-1 basis-40 gap-4">
        <div>
          <dt className="text-sm text-ink-soft">{texts.start()}</dt>
          <dd>
            <BigDay text={formatDay(startDate, timeZone)} />
            <span className="mt-1.5 block">
              {`${formatWeekday(startDate, timeZone)} ${formatTime(startDate, timeZone)}`}
            </span>
            {previousStart && previousStart !== startDate && (
              <span className="mt-1 block text-sm font-semibold text-soon">
                {marathonTexts.startWas({
                  weekday: formatWeekday(previousStart, timeZone),
                  dayTime: formatDayTime(previousStart, timeZone, timeZone),
                })}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{texts.distance()}</dt>
          <dd className="numeral mt-1 text-3xl text-flare-text">{distance}</dd>
        </div>
        {children}
      </dl>
      {!marathon.cancelled && (
        <div className="text-center lg:mx-auto">
          <h2 className="mb-2 text-base">{texts.timeLeft()}</h2>
          <Countdown
            startDate={startDate}
            {...(from ? { from } : {})}
            offsetMs={offsetMs}
            ended={phase === 'finished' ? texts.finished() : texts.underWay()}
          />
        </div>
      )}
    </div>
  )
}
