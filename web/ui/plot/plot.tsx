import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { LANGUAGES, language } from '../../texts/languages.ts'
import { useMedia } from '../hooks/use-media.ts'
import { PLOT_HEIGHT } from './plot-height.ts'

export type PlotProps = {
  /** The same in words, for screen readers. */
  label: string
  /** Milliseconds since the epoch, the earliest first. */
  days: readonly number[]
  values: readonly number[]
  /** Bars stand on 0. Points are joined by a line. */
  kind: 'bars' | 'points'
  /** The steps that the axis of the values may have. */
  steps: readonly number[]
  shownDay: (ms: number) => string
  shownValue: (value: number) => string
}

const HEIGHT_PX = 160
const FONT = '14px system-ui, sans-serif'
/** Half of a date: the first and the last one stand beyond the plot by as much. */
const HALF_DAY_PX = 48
/** Room for a date, and for a value, beside the next one. */
const DAY_SPACE_PX = 110
const VALUE_SPACE_PX = 36
const MOST_BAR_PX = 40

/** Values over days. Its colours are those of the page, on paper too; from right to left where the language is. */
export function Plot({ label, days, values, kind, steps, shownDay, shownValue }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const looks = `${useMedia('(prefers-color-scheme: dark)')} ${useMedia('print')}`

  useEffect(() => {
    const place = box.current
    // A browser that has no memory for a canvas shows the words alone.
    if (!place || !document.createElement('canvas').getContext('2d')) return
    const colour = (name: string) => () => getComputedStyle(place).getPropertyValue(`--color-${name}`)
    const isRtl = LANGUAGES[language()].direction === 'rtl'
    const bars = UPlot.paths.bars?.({ size: [0.84, MOST_BAR_PX] })
    const axis = { stroke: colour('ink-soft'), font: FONT }
    const made = new UPlot(
      {
        width: place.clientWidth,
        height: HEIGHT_PX,
        padding: isRtl ? [8, 0, 0, HALF_DAY_PX] : [8, HALF_DAY_PX, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        // Days are calendar days, so no zone moves them.
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        scales: {
          x: {
            dir: isRtl ? -1 : 1,
            range: (_, from, to) => padded(from, to, kind === 'bars' ? 0.5 / days.length : 0.06),
          },
          y: { range: (_, from, to) => (kind === 'bars' ? [0, to] : padded(from, to, 0.15)) },
        },
        series: [
          {},
          kind === 'bars' && bars
            ? { fill: colour('flare'), width: 0, points: { show: false }, paths: bars }
            : { stroke: colour('flare'), width: 3, points: { show: true, size: 12, fill: colour('flare') } },
        ],
        axes: [
          {
            ...axis,
            space: DAY_SPACE_PX,
            incrs: DAY_STEPS,
            grid: { show: false },
            ticks: { stroke: colour('edge'), width: 1 },
            values: (_, splits) => splits.map((seconds) => shownDay(seconds * 1000)),
          },
          {
            ...axis,
            side: isRtl ? 1 : 3,
            space: VALUE_SPACE_PX,
            incrs: [...steps],
            grid: { stroke: colour('line'), width: 1 },
            ticks: { show: false },
            size: (self, shown) => widest(self, shown),
            values: (_, splits) => splits.map(shownValue),
          },
        ],
      },
      [days.map((ms) => ms / 1000), [...values]],
      place,
    )
    plot.current = made
    const resized = new ResizeObserver(() => made.setSize({ width: place.clientWidth, height: HEIGHT_PX }))
    resized.observe(place)
    return () => {
      resized.disconnect()
      made.destroy()
      plot.current = undefined
    }
  }, [days, values, kind, steps, shownDay, shownValue])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew where the looks change
  useEffect(() => plot.current?.redraw(false, false), [looks])

  // A sheet may be narrower than the window, and nothing is drawn anew for it.
  const onPaper = 'print:[&_.uplot]:w-full! print:[&_.u-wrap]:max-w-full print:[&_canvas]:h-auto!'
  return <div ref={box} role="img" aria-label={label} className={`${PLOT_HEIGHT} w-full overflow-hidden ${onPaper}`} />
}

const DAY_S = 86_400
const DAY_STEPS = [1, 2, 7, 14, 30, 61, 91, 183, 365, 730, 1826, 3652].map((days) => days * DAY_S)

/** A range with room at both ends, as a part of it; a day or a unit around a single value. */
function padded(from: number, to: number, part: number): [number, number] {
  const room = from === to ? Math.max(1, Math.abs(from) * 0.05) : (to - from) * part
  return [from - room, to + room]
}

/** The width of the longest value of an axis, and of half a date below it. */
function widest(self: UPlot, shown: string[] | null): number {
  self.ctx.font = FONT
  const widths = (shown ?? []).map((text) => self.ctx.measureText(text).width)
  return Math.max(HALF_DAY_PX, Math.ceil(Math.max(0, ...widths)) + 16)
}
