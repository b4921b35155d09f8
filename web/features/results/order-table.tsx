import { useState } from 'react'
import type { Doubt } from '../../../contract/results/doubts.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import type { Answer } from './answers.ts'
import type { Evidence } from './evidence.ts'
import { answersToRow, isOdd, type OrderRow, oddRows, orderRows } from './order-rows.ts'

type OrderTableProps = {
  doubt: Doubt
  evidence: readonly Evidence[]
  race: Race
  marathon: MarathonView
  /** Null where the account may not rule. */
  onAnswer: ((answer: Answer) => void) | null
}

/** So many lines are rendered at once: a whole race may be one stretch. */
const MOST = 60

/**
 * A stretch where line and funnel count differently, line by line: what has no partner, and its neighbours. Who says of a
 * few lines whose they are divides the stretch, until the counts agree.
 */
export function OrderTable({ doubt, evidence, race, marathon, onAnswer }: OrderTableProps) {
  const [isWhole, setWhole] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const all = orderRows(doubt, evidence, race.results.rows)
  const rows = isWhole ? all : oddRows(all)
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,1fr)]">
        {rows.slice(0, MOST).map((row) => {
          const id = (row.crossing[0] ?? row.arrivals[0])?.id ?? ''
          const of = row.crossing.length > 0 ? row.crossing : row.arrivals
          return (
            <li key={id} className="grid gap-2 border-b border-line py-1 last:border-0">
              <button
                type="button"
                disabled={!onAnswer}
                aria-expanded={onAnswer ? open === id : undefined}
                onClick={() => setOpen(open === id ? null : id)}
                className={`flex min-h-11 w-full items-center justify-between gap-3 text-start ${isOdd(row) ? 'font-bold' : ''}`}
              >
                <span className="numeral">
                  {row.crossing.length > 0 ? formatTenths(row.time, marathon.timeZone) : texts.noCrossing()}
                </span>
                <span>{bibOf(row)}</span>
              </button>
              {onAnswer && open === id && (
                <AnswerButtons
                  answers={answersToRow(row, all)}
                  crossing={of}
                  mayName
                  race={race}
                  point={doubt.point}
                  timeZone={marathon.timeZone}
                  onAnswer={onAnswer}
                />
              )}
            </li>
          )
        })}
      </ol>
      {!isWhole && rows.length < all.length && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setWhole(true)}>
          {texts.wholeStretch({ count: all.length })}
        </Button>
      )}
    </>
  )
}

function bibOf({ arrivals, crossing }: OrderRow): string {
  const bib = arrivals[0]?.bib ?? crossing.find((one) => one.bib !== '')?.bib
  return bib ? texts.bibIs({ bib }) : texts.withoutBib()
}
