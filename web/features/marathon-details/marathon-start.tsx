import { BigDay } from '../../marathon/marathon-card.tsx'
import { participants } from '../../marathon/participants.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { racePhase } from '../../store/rows/race-phase.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { formatDay, formatTime, formatWeekday } from '../../ui/format/format.ts'

/**
 * The start, the distance, the number of registered runners and the countdown, in large numbers. A cancelled marathon
 * has no countdown.
 */
export function MarathonStart({ marathon }: { marathon: MarathonView }) {
  const { startDate, timeZone, createdAt, distance } = marathon
  const offsetMs = useSyncRecord()?.serverOffsetMs ?? 0
  const phase = racePhase(startDate, useServerNow())
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-6 max-lg:border-y-2 max-lg:border-ink max-lg:py-5">
      <dl className="grid gap-4">
        <div>
          <dt className="text-sm text-ink-soft">{texts.start()}</dt>
          <dd>
            <BigDay text={formatDay(startDate, timeZone)} />
            <span className="mt-1.5 block">
              {`${formatWeekday(startDate, timeZone)} ${formatTime(startDate, timeZone)}`}
            </span>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{texts.distance()}</dt>
          <dd className="numeral mt-1 text-3xl text-flare-text">{distance}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{texts.participants()}</dt>
          <dd className="numeral mt-1 text-3xl">{participants(marathon)}</dd>
        </div>
      </dl>
      {!marathon.cancelled && (
        <div className="text-center lg:mx-auto">
          <h2 className="mb-2 text-base">{texts.timeLeft()}</h2>
          <Countdown
            startDate={startDate}
            from={createdAt}
            offsetMs={offsetMs}
            ended={phase === 'finished' ? texts.finished() : texts.underWay()}
          />
        </div>
      )}
    </div>
  )
}
