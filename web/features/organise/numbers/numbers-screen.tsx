import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatRaceTime } from '../../../../contract/results/race-time.ts'
import { PrintedHead } from '../../../marathon/details/printed-head.tsx'
import { OwnMarathonScreen } from '../../../marathon/own-marathon-screen.tsx'
import { useRace } from '../../../marathon/race/use-race.ts'
import { marathonUrl, share } from '../../../marathon/share-marathon.ts'
import { StaleDataBanner } from '../../../status/stale-data-banner.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import { useShownMarathon } from '../../../store/rows/shown-marathon.ts'
import * as texts from '../../../texts/compiled/numbers.js'
import * as organise from '../../../texts/compiled/organise.js'
import { localeOf } from '../../../texts/languages.ts'
import { number } from '../../../texts/number.ts'
import { plainText } from '../../../texts/plain-text.ts'
import { Button } from '../../../ui/button.tsx'
import { formatTime } from '../../../ui/format/format.ts'
import { ShareIcon } from '../../../ui/icons/screen-icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { type RaceNumbers, raceNumbers } from './race-numbers.ts'

const route = getRouteApi('/dashboard/myMarathons/$id/numbers')

/** The numbers of a race on one page, to print or to share: how many, when they came in, and how long they ran. */
export function NumbersScreen() {
  const { id } = route.useParams()
  useShownMarathon(id, { isForStaff: true })
  return (
    <OwnMarathonScreen marathonId={id} heading={texts.numbers()} titleOf={texts.numbersOf} none={texts.none()}>
      {(marathon) => (
        <>
          <div className="print:hidden">
            <StaleDataBanner />
          </div>
          <Numbers marathon={marathon} />
        </>
      )}
    </OwnMarathonScreen>
  )
}

function Numbers({ marathon }: { marathon: MarathonView }) {
  const race = useRace(marathon)
  const numbers = useMemo(() => race && raceNumbers(race.results, marathon.timeZone), [race, marathon.timeZone])
  const [message, setMessage] = useState('')
  if (!numbers || !race) return <RowSkeletons count={4} />
  if (race.results.gun === null || numbers.started === 0) {
    return (
      <Notice kind="empty" title={texts.nothingYet()}>
        {texts.nothingYetText()}
      </Notice>
    )
  }
  const shareThem = async () => {
    const data = { title: marathon.title, text: plainText(sentence(numbers)), url: marathonUrl(marathon._id) }
    setMessage(await share(data))
  }
  const isOpen = race.results.doubts.length > 0 || numbers.out > 0
  return (
    <article className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <div className="hidden print:block">
        <PrintedHead marathon={marathon} />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto print:hidden">
        <Button onClick={() => window.print()}>{texts.print()}</Button>
        <Button variant="secondary" onClick={shareThem}>
          <ShareIcon size={20} />
          {organise.share()}
        </Button>
      </div>
      <p role="status" className="-mt-3 text-sm text-ink-soft empty:hidden print:hidden">
        {message}
      </p>
      {isOpen && (
        <p className="rounded-md border-s-4 border-soon bg-soon-tint px-4 py-2">
          {texts.notFinal({ doubts: race.results.doubts.length, out: numbers.out })}
        </p>
      )}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] items-end gap-4 border-y-2 border-ink py-4">
        {countsOf(numbers).map(([label, count]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="numeral text-4xl">{number(localeOf('en'), count)}</dd>
          </div>
        ))}
      </dl>
      {numbers.times && (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 gap-y-4">
          {(
            [
              [texts.fastest(), numbers.times.fastest],
              [texts.middle(), numbers.times.middle],
              [texts.last(), numbers.times.last],
            ] as const
          ).map(([label, time]) => (
            <div key={label}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="numeral text-2xl">{formatRaceTime(time)}</dd>
            </div>
          ))}
        </dl>
      )}
      {numbers.hours.length > 0 && <Hours hours={numbers.hours} timeZone={marathon.timeZone} />}
    </article>
  )
}

/** Who came in, hour by hour: a table whose rows have bars. */
function Hours({ hours, timeZone }: Pick<RaceNumbers, 'hours'> & { timeZone: string }) {
  const most = hours.reduce((top, { count }) => Math.max(top, count), 1)
  return (
    <table className="w-full border-collapse">
      <caption className="mb-2 text-start text-lg font-semibold">{texts.byHour()}</caption>
      <thead>
        <tr className="sr-only">
          <th scope="col">{texts.from()}</th>
          <th scope="col">{texts.finished()}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ from, count }) => (
          <tr key={from} className="break-inside-avoid border-t border-line">
            <th scope="row" className="w-28 py-1.5 pe-4 text-start font-normal whitespace-nowrap">
              {formatTime(new Date(from).toISOString(), timeZone, timeZone)}
            </th>
            <td className="py-1.5">
              <span className="flex items-center gap-2">
                {/* A border, because paper shows no background. */}
                <span
                  aria-hidden="true"
                  className="block border-t-16 border-flare"
                  style={{ width: `${(count / most) * 80}%` }}
                />
                <span className="numeral">{number(localeOf('en'), count)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is counted. Who is still out, or not known yet, only where there is somebody. */
function countsOf({ started, finished, retired, disqualified, notStarted, out, unknown }: RaceNumbers) {
  return [
    [texts.started(), started],
    [texts.finished(), finished],
    [texts.retired(), retired],
    [texts.disqualified(), disqualified],
    [texts.notStarted(), notStarted],
    ...(out > 0 ? ([[texts.out(), out]] as const) : []),
    ...(unknown > 0 ? ([[texts.unknown(), unknown]] as const) : []),
  ] as const
}

/** The numbers in one sentence, as they are shared. */
function sentence({ started, finished, retired, times }: RaceNumbers): string {
  const counts = texts.shared({ started, finished, retired })
  if (!times) return counts
  const { fastest, middle, last } = times
  return `${counts} ${texts.sharedTimes({ fastest: formatRaceTime(fastest), middle: formatRaceTime(middle), last: formatRaceTime(last) })}`
}
