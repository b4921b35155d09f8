import * as texts from '../../texts/compiled/results.js'
import { formatTenths } from '../../ui/format/format.ts'
import { OneLine } from '../../ui/format/one-line.tsx'
import type { Crossing, Evidence } from './evidence.ts'

type TimeLineProps = {
  crossing: Crossing
  /** All recordings of the doubt: their times are the ends of the line. */
  all: readonly Evidence[]
  timeZone: string
  /** Guns have no bib. */
  isOfGun?: boolean
}

/** A line is at least so long, in ms, so that a few hundredths do not look like a gap. */
const LEAST_MS = 2000

/** Recordings beside each other: each has a line, and a mark where its time is. */
export function TimeLine({ crossing, all, timeZone, isOfGun = false }: TimeLineProps) {
  const times = all.map(({ time }) => time)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const span = Math.max(last - first, LEAST_MS)
  const from = (first + last - span) / 2
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {crossing.map(({ id, by, bib, time, how, isRetired }) => (
        <li key={id} className="grid grid-cols-[minmax(0,6rem)_minmax(2rem,1fr)_auto] items-center gap-x-3">
          <span>
            <OneLine>{by}</OneLine>
            {isRetired && <span className="block text-sm text-ink-soft">{texts.isRetired()}</span>}
            {how === 'order' && <span className="block text-sm text-ink-soft">{texts.inFunnel()}</span>}
          </span>
          {/* The time is beside it. */}
          <span aria-hidden="true" className="relative h-4">
            <span className="absolute inset-x-0 top-1/2 h-px bg-edge" />
            <span
              className="absolute top-0 size-4 -translate-x-1/2 rounded-full border-2 border-surface bg-action rtl:translate-x-1/2"
              style={{ insetInlineStart: `${((time - from) / span) * 92 + 4}%` }}
            />
          </span>
          <span className="text-end">
            <span className="numeral">{formatTenths(time, timeZone)}</span>{' '}
            {!isOfGun && (
              <strong className="inline-block min-w-14">
                {bib === '' ? texts.withoutBib() : texts.bibIs({ bib })}
              </strong>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
