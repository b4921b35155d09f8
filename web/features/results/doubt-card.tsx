import type { Doubt } from '../../../contract/results/doubts.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { splitAt } from '../../../contract/results/results.ts'
import { pointName } from '../../marathon/race/point-name.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { isSecondTap } from '../../ui/dialogs/double-tap.ts'
import { formatApart, formatTenths } from '../../ui/format/format.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { type Answer, answersTo, mayStay, rulingsOf } from './answers.ts'
import { betweenOf } from './between.ts'
import { crossingsOf, type Evidence } from './evidence.ts'
import { OrderTable } from './order-table.tsx'
import { RulingsDiffer } from './rulings-differ.tsx'
import { TimeLine } from './time-line.tsx'
import type { Rule } from './use-rule.ts'

type DoubtCardProps = {
  doubt: Doubt
  race: Race
  evidenceOf: (ids: readonly string[]) => Evidence[]
  marathon: MarathonView
  rule: Rule['rule'] | null
}

/** One doubt: what it is, the recordings beside each other, and an answer for each tap. */
export function DoubtCard({ doubt, race, evidenceOf, marathon, rule }: DoubtCardProps) {
  const { timeZone } = marathon
  const { gun } = race.results
  const evidence = evidenceOf(doubt.recordings)
  const crossings = crossingsOf(doubt, evidence)
  const around = {
    known: race.ofBib,
    // Few doubts ask for these, and there may be 5,000.
    get free() {
      return freeBibs(race, doubt.point)
    },
    doubts: race.results.doubts,
    evidenceOf,
    betweenOf: betweenOf(race, doubt.point),
  }
  // The next doubt slides under the finger.
  const answer = rule && ((given: Answer) => !isSecondTap(doubt.id) && rule(rulingsOf(given, doubt)))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4 shadow-lift">
      <div>
        <p className="text-sm text-ink-soft">
          {texts.pointAndTime({
            point: pointName(doubt.point),
            time:
              gun === null || doubt.time < gun
                ? formatTenths(doubt.time, timeZone)
                : `${formatTenths(doubt.time, timeZone)} (${formatRaceTime(doubt.time - gun)})`,
          })}
        </p>
        <h2 className="font-sans text-lg font-bold tracking-normal">{titleOf(doubt)}</h2>
      </div>
      {doubt.kind === 'orderUnsure' ? (
        <OrderTable doubt={doubt} evidence={evidence} race={race} marathon={marathon} onAnswer={answer} />
      ) : (
        crossings
          .filter(({ length }) => length > 0)
          .map((crossing) => (
            <div key={crossing[0]?.id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <TimeLine crossing={crossing} all={evidence} timeZone={timeZone} isOfGun={doubt.kind === 'guns'} />
              {answer && (
                <AnswerButtons
                  answers={answersTo(doubt, crossing, around)}
                  crossing={crossing}
                  mayName={!['guns', 'clock', 'timesDiffer', 'retiredYet', 'rulingsDiffer'].includes(doubt.kind)}
                  race={race}
                  point={doubt.point}
                  timeZone={timeZone}
                  onAnswer={answer}
                />
              )}
            </div>
          ))
      )}
      {doubt.kind === 'rulingsDiffer' && <RulingsDiffer doubt={doubt} race={race} marathon={marathon} rule={rule} />}
      {answer && mayStay(doubt) && (
        <Button variant="quiet" className="-ms-4 justify-self-start" onClick={() => answer({ kind: 'seen' })}>
          {stayText(doubt, race, timeZone)}
        </Button>
      )}
    </li>
  )
}

const TITLES: Record<Doubt['kind'], (values: { bib: string; bibs: string; seconds: string }) => string> = {
  bibsDiffer: texts.bibsDiffer,
  bibTwice: texts.bibTwice,
  bibUnknown: texts.bibUnknown,
  noBib: texts.noBib,
  noTime: texts.noTime,
  retiredYet: texts.retiredYet,
  funnelLate: texts.funnelLate,
  orderUnsure: texts.orderUnsure,
  timesDiffer: texts.timesDiffer,
  double: texts.double,
  onlyOne: texts.onlyOne,
  clock: texts.clockUnsure,
  guns: texts.gunsDiffer,
  rulingsDiffer: texts.rulingsDiffer,
}

function titleOf({ kind, bibs, apart = 0 }: Doubt): string {
  return TITLES[kind]({ bib: bibs[0] ?? '', bibs: bibs.join(', '), seconds: formatApart(apart) })
}

/** What the list says without an answer: the time of the bib, where it has one. */
function stayText({ kind, bibs: [bib], point }: Doubt, { results }: Race, timeZone: string): string {
  const isOfTime = ['timesDiffer', 'funnelLate', 'noTime', 'retiredYet'].includes(kind)
  const row = isOfTime && bib !== undefined ? results.rows.find((one) => one.bib === bib) : undefined
  const time = row && splitAt(row, point)
  if (time === undefined || results.gun === null) return texts.leaveIt()
  return texts.keepTime({ time: formatTenths(results.gun + time, timeZone) })
}

/** The bibs that have no time at a point. */
function freeBibs({ results }: Race, point: string): string[] {
  return results.rows.flatMap((row) => (row.bib === '' || splitAt(row, point) !== undefined ? [] : [row.bib]))
}
