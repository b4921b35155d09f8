import { useLocation } from '@tanstack/react-router'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { organises } from '../../../contract/roles.ts'
import { type Race, useRace } from '../../marathon/race/use-race.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { type StaffView, useStaff } from '../../store/rows/staff.ts'
import { type Undecided, useUndecided } from '../../store/rows/waiting-scans.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/results.js'
import * as sourcesTexts from '../../texts/compiled/sources.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Answered } from './answered.tsx'
import { Decided } from './decided.tsx'
import { Doubts } from './doubts.tsx'
import { Reports } from './reports.tsx'
import { ResultList } from './result-list.tsx'
import { SaveList } from './save-list.tsx'
import { countParts, type Shown } from './shown-rows.ts'
import { StartClosed } from './start-closed.tsx'
import { UnconfirmedRecordings } from './unconfirmed-recordings.tsx'
import { useRule } from './use-rule.ts'

const PublishPanel = lazy(() => import('./publish/publish-panel.tsx').then((m) => ({ default: m.PublishPanel })))

type Part = Shown | 'doubts' | 'decided'

const LABELS: Record<Part, () => string> = {
  doubts: texts.doubts,
  finished: texts.finished,
  out: texts.stillOut,
  notStarted: texts.notStarted,
  retired: texts.retired,
  decided: texts.decided,
}

/** A part of the list that a link leads to, such as `#out`. */
function usePartOfLink(): Part | null {
  const hash = useLocation({ select: ({ hash }) => hash })
  return Object.hasOwn(LABELS, hash) ? (hash as Part) : null
}

/** What a referee works with, once all of it is read: what comes late would move the list. */
export function RaceResults({ marathon }: { marathon: MarathonView }) {
  const race = useRace(marathon)
  const staff = useStaff(marathon._id)
  const undecided = useUndecided(marathon._id)
  const sync = useSyncRecord()
  return race && staff && undecided && sync ? (
    <Referee race={race} staff={staff} undecided={undecided} marathon={marathon} />
  ) : (
    <RowSkeletons count={6} />
  )
}

type RefereeProps = { race: Race; staff: StaffView[]; undecided: Undecided[]; marathon: MarathonView }

/**
 * The doubts come first where there are any, and no link leads elsewhere. A sync that brings nothing renders none of it
 * again.
 */
const Referee = memo(({ race, staff, undecided, marathon }: RefereeProps) => {
  const { results, recorded } = race
  const { rule, failure, last, undoLast } = useRule(marathon._id, recorded.rulings)
  const meant = usePartOfLink()
  const [shown, setShown] = useState<Part>(() => meant ?? (results.doubts.length > 0 ? 'doubts' : 'finished'))
  useEffect(() => {
    if (meant) setShown(meant)
  }, [meant])
  const counts = { doubts: results.doubts.length, decided: null, ...countParts(results.rows) }
  const mayRule = organises(marathon)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-ink-soft">
          {results.gun === null ? texts.noGun() : texts.gunAt({ time: formatTenths(results.gun, marathon.timeZone) })}
        </p>
        <ButtonLink
          to="/dashboard/myMarathons/$id/sheets"
          params={{ id: marathon._id }}
          variant="quiet"
          className="-mx-4"
        >
          {sourcesTexts.sources()}
        </ButtonLink>
      </div>
      <Reports recordings={recorded.recordings} staff={staff} marathon={marathon} />
      {mayRule && (
        <Suspense fallback={<div className="min-h-12" />}>
          <PublishPanel race={race} staff={staff} marathon={marathon} />
        </Suspense>
      )}
      <Chips
        legend={texts.show()}
        name="shown"
        value={shown}
        onChange={setShown}
        chips={(Object.keys(LABELS) as Part[]).map((value) => ({
          value,
          label: LABELS[value](),
          count: counts[value],
        }))}
      />
      {mayRule && <UnconfirmedRecordings undecided={undecided} />}
      {last && <Answered key={last.ids[0]} last={last} onUndo={undoLast} />}
      {failure && <FormError>{failure}</FormError>}
      {shown === 'doubts' ? (
        <Doubts race={race} marathon={marathon} rule={mayRule ? rule : null} />
      ) : shown === 'decided' ? (
        <>
          <Decided race={race} marathon={marathon} rule={mayRule ? rule : null} />
          <SaveList race={race} marathon={marathon} />
        </>
      ) : (
        <>
          {shown !== 'finished' && mayRule && <StartClosed race={race} rule={rule} />}
          <ResultList key={shown} {...{ shown, race, marathon, failure }} rule={mayRule ? rule : null} />
        </>
      )}
    </div>
  )
})
