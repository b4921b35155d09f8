import { aboutOf, standing } from '../../../contract/results/result-rows.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import { rulingSentence } from '../../marathon/results/ruling-sentence.ts'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import type { MarathonView } from '../../store/overlay.ts'
import type { Recorded } from '../../store/rows/recordings.ts'
import * as texts from '../../texts/compiled/results.js'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Rule } from './use-rule.ts'

type Row = Recorded['rulings'][number]
type DecidedProps = { race: Race; marathon: MarathonView; rule: Rule['rule'] | null }

const STEP = 30

/** What people decided, the last first. Each can be undone: nothing vanishes. */
export function Decided({ race, marathon, rule }: DecidedProps) {
  const { limit, showMore } = useGrowingLimit(`decided:${marathon._id}`, STEP)
  const all = decisionsOf(race.recorded.rulings)
  if (all.length === 0) return <Notice kind="empty" title={texts.nothingDecided()} />
  const later = overruled(all.flat())
  const times = new Map(race.recorded.recordings.map(({ _id, at }) => [_id, at]))
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={texts.decided()}>
        {all.slice(0, limit).map((rulings) => {
          const [first] = rulings as [Row]
          return (
            <li
              key={first._id}
              className="flex flex-wrap items-center justify-between gap-x-3 rounded-md border border-line bg-surface px-3 py-2"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold wrap-anywhere">{sentences(rulings, times, marathon.timeZone).join(' ')}</p>
                {rulings.some(({ _id }) => later.has(_id)) && <Badge tone="danger">{texts.overruled()}</Badge>}
                <p className="text-sm text-ink-soft">
                  {texts.decidedBy({ by: first.by, time: formatDayTime(first.at, marathon.timeZone) })}
                </p>
              </div>
              {rule && (
                <Button
                  variant="quiet"
                  aria-label={`${texts.undo()}: ${sentences(rulings, times, marathon.timeZone).join(' ')}`}
                  onClick={() => rule(rulings.map(({ _id }) => ({ kind: 'undo', rulingId: _id })))}
                >
                  {texts.undo()}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {all.length > limit && <LoadMore onMore={showMore} />}
    </>
  )
}

/** The rulings that count, those of one answer together: they have one time. */
function decisionsOf(rulings: readonly Row[]): Row[][] {
  const answers = Map.groupBy(standing(rulings), ({ at, by }) => `${at} ${by}`)
  return [...answers.values()].sort(([a], [b]) => ((a?.at ?? '') < (b?.at ?? '') ? 1 : -1))
}

/** The ids of the rulings of which a later one about the same says something else, without having known them. */
function overruled(rulings: readonly Row[]): Set<string> {
  const found = new Set<string>()
  for (const [about, same] of Map.groupBy(standing(rulings), aboutOf)) {
    if (about === null) continue
    const sorted = same.toSorted((a, b) => (a.at < b.at || (a.at === b.at && a._id < b._id) ? -1 : 1))
    const last = sorted.at(-1)
    for (const one of sorted) if (last && saidBy(one) !== saidBy(last)) found.add(one._id)
  }
  return found
}

function saidBy({ recordingId, bib, time, since, state, reason }: Row): string {
  return [recordingId, bib, time, since, state, reason].join()
}

/** What an answer says, each thing once: one bib may be of three recordings. */
function sentences(rulings: readonly Row[], times: ReadonlyMap<string, string>, timeZone: string): string[] {
  const said = rulings.filter(({ kind }) => kind !== 'seen' || rulings.length === 1)
  return [...new Set(said.map((one) => rulingSentence(one, times, timeZone)))]
}
