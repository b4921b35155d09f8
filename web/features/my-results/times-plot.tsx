import { useMemo } from 'react'
import type { Distance } from '../../../contract/limits.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import * as texts from '../../texts/compiled/my-results.js'
import { formatDay } from '../../ui/format/format.ts'
import { Plot } from '../../ui/plot/plot.tsx'
import type { Finish } from './personal-bests.ts'

/** Steps of an axis of times, in ms. */
const STEPS = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000].map((seconds) => seconds * 1000)
/** As the times of the table, without tenths. */
const shownTime = (ms: number) => formatRaceTime(ms).slice(0, -2)
const shownDay = (ms: number) => formatDay(new Date(ms).toISOString(), 'UTC')

/** The times at a distance over the years. @param times two at least, the oldest first */
export function TimesPlot({ distance, times }: { distance: Distance; times: Finish[] }) {
  const days = useMemo(() => times.map(({ startDate }) => Date.parse(startDate)), [times])
  const values = useMemo(() => times.map(({ time }) => time), [times])
  const [first, last] = [times[0], times.at(-1)]
  if (!first || !last) return null
  const best = times.reduce((fastest, one) => (one.time < fastest.time ? one : fastest), first)
  const day = ({ startDate, timeZone }: Finish) => formatDay(startDate, timeZone)
  const label = texts.timesLabel({
    ...{ distance, from: day(first), to: day(last), count: times.length },
    ...{ time: formatRaceTime(best.time), day: day(best) },
  })
  return <Plot {...{ label, days, values, shownDay }} kind="points" steps={STEPS} shownValue={shownTime} />
}
