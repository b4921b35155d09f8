import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { HistoryRow } from '../../../contract/history.ts'
import { HISTORY_PAGE_ROWS, MOST_HISTORY_ROWS } from '../../../contract/limits.ts'
import { marathonIdOf } from '../../../contract/ops.ts'
import { fetchHistory } from '../../calls/history.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import { OwnMarathonScreen } from '../../marathon/own-marathon-screen.tsx'
import { withSession } from '../../session/with-session.ts'
import { describeOp } from '../../status/describe-op.ts'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { useFetched } from '../../status/use-fetched.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import { useLiveRead } from '../../store/live-read.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { withPage } from '../../store/rows/kept.ts'
import { useOpMarathons } from '../../store/rows/op-marathons.ts'
import { useUnsent } from '../../store/unsent.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/history.js'
import { Button } from '../../ui/button.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { whatMessage, whoMessage } from './history-sentence.ts'
import { readRulings } from './told-rulings.ts'

const route = getRouteApi('/dashboard/myMarathons/$id/history')

/** The screen with what was changed at one of the user's marathons, or of one entry there: who, what and when. */
export function HistoryScreen() {
  const { id } = route.useParams()
  const { entry } = route.useSearch()
  return (
    <OwnMarathonScreen marathonId={id} heading={texts.history()} titleOf={texts.historyOf} none={texts.noneToShow()}>
      {(marathon) => <History marathon={marathon} entry={entry} />}
    </OwnMarathonScreen>
  )
}

function History({ marathon, entry }: { marathon: MarathonView; entry: string | undefined }) {
  const { _id: id, title } = marathon
  const { db } = useAccount()
  const key = entry ? `history:${id}:${entry}` : `history:${id}`
  const fetchPage = (before?: number, signal?: AbortSignal) => fetchHistory(id, { entry, before }, signal)
  const { rows, at, problem, refetch, add } = useFetched<HistoryRow>(
    id,
    key,
    (signal) => fetchPage(undefined, signal),
    withPage,
  )
  const [isFetching, setFetching] = useState(false)
  const names = useNames(db, rows ?? NONE, entry)
  const reasons = useLiveRead(() => readReasons(db, id), [db, id]) ?? NO_NAMES
  const rulings = useRulings(db, rows ?? NONE, marathon)
  const zone = readerTimeZone()
  const last = rows?.at(-1)?._id
  const [isWhole, setWhole] = useState(false)
  const length = rows?.length ?? 0
  const hasMore = !isWhole && length >= HISTORY_PAGE_ROWS && length < MOST_HISTORY_ROWS
  const fetchOlder = async () => {
    setFetching(true)
    try {
      const page = await withSession(db.uid, () => fetchPage(last))
      await add((before) => withPage(before, page, last))
      setWhole(page.length < HISTORY_PAGE_ROWS)
    } catch (error) {
      recordError(error)
      await refetch()
    } finally {
      setFetching(false)
    }
  }
  return (
    <div className="mt-2 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere">
      <p className="text-ink-soft">{texts.what()}</p>
      {entry && names.get(entry) && <h2 className="text-xl">{names.get(entry)}</h2>}
      {problem && rows && (
        <Notice
          kind={problem === 'offline' ? 'offline' : 'failed'}
          size="line"
          title={problem === 'offline' ? texts.noNetwork() : texts.noAnswer()}
          action={
            <Button variant="quiet" onClick={() => void refetch()}>
              {common.tryAgain()}
            </Button>
          }
        >
          {texts.keptUntil({ time: formatDayTime(new Date(at).toISOString(), zone) })}
        </Notice>
      )}
      <Waiting id={id} title={title} entry={entry} />
      {rows === undefined ? (
        <RowSkeletons count={4} />
      ) : rows === null ? (
        <Notice
          kind={problem === 'offline' ? 'offline' : 'failed'}
          title={problem === 'offline' ? texts.noNetwork() : texts.noAnswer()}
          action={
            <Button variant="secondary" onClick={() => void refetch()}>
              {common.tryAgain()}
            </Button>
          }
        >
          {texts.comesOnline()}
        </Notice>
      ) : rows.length === 0 ? (
        <p className="text-ink-soft">{texts.noHistory()}</p>
      ) : (
        <ol
          aria-label={texts.history()}
          className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line border-y border-line"
        >
          {rows.flatMap((row) => {
            const ruling = rulings.get(row.target)
            if (ruling === null) return []
            return (
              <li key={row._id} className="py-3">
                <p className="font-semibold">
                  {ruling?.words ?? whatMessage(row, names.get(row.target) ?? '', marathon)}
                </p>
                {ruling && <p className="empty:hidden">{ruling.name}</p>}
                {reasons.has(row.target) && row.type === 'application.withdraw' && (
                  <p>{texts.withdrawnBecause({ reason: reasons.get(row.target) ?? '' })}</p>
                )}
                <p className="text-sm text-ink-soft">{whoMessage(row, formatDayTime(row.at, zone))}</p>
              </li>
            )
          })}
        </ol>
      )}
      {hasMore && (
        <Button variant="secondary" pending={isFetching} onClick={() => void fetchOlder()}>
          {texts.older()}
        </Button>
      )}
    </div>
  )
}

const NONE: HistoryRow[] = []

/** The names of entrants and staff of whom this phone still knows, by the ids in the rows. */
function useNames(db: AccountDb, rows: HistoryRow[], entry = ''): ReadonlyMap<string, string> {
  const ids = [...new Set([...rows.map(({ target }) => target), entry])]
  const read = async () => {
    const [entrants, staff] = await Promise.all([db.applications.bulkGet(ids), db.staff.bulkGet(ids)])
    return new Map(
      ids.flatMap((id, index) => {
        const [entrant, one] = [entrants[index], staff[index]]
        const name = entrant ? entrantName(entrant) : one?.name
        return name ? [[id, name]] : []
      }),
    )
  }
  return useLiveRead(read, [db, ids.join()]) ?? NO_NAMES
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** What the rulings in the rows say (`readRulings`). */
function useRulings(
  db: AccountDb,
  rows: HistoryRow[],
  marathon: MarathonView,
): Awaited<ReturnType<typeof readRulings>> {
  const { _id, timeZone } = marathon
  const hasSome = rows.some(({ type }) => type === 'ruling.create')
  return (
    useLiveRead(async () => (hasSome ? readRulings(db, marathon) : NO_RULINGS), [db, _id, hasSome, timeZone]) ??
    NO_RULINGS
  )
}

const NO_RULINGS = new Map<string, null>()

/** Why staff withdrew entries, by the id of the entry. The history itself has no words of anybody. */
async function readReasons(db: AccountDb, marathonId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.withdrawn.where('marathonId').equals(marathonId).toArray()
  return new Map(rows.flatMap(({ _id, reason }) => (reason ? [[_id, reason]] : [])))
}

/** The user's own changes that the server does not have yet. */
function Waiting({ id, title, entry }: { id: string; title: string; entry: string | undefined }) {
  const { waiting, parked } = useUnsent() ?? { waiting: [], parked: [] }
  const edits = [...parked, ...waiting].filter(({ op, was }) => {
    return entry ? op.id === entry : marathonIdOf(op) === id || was?.marathonId === id
  })
  const known = useOpMarathons(edits)
  if (edits.length === 0) return null
  return (
    <ul aria-label={texts.waiting()} className="grid gap-2">
      {edits.slice(-20).map((edit) => (
        <li key={edit.opId} className="flex flex-wrap items-center gap-2">
          <PendingBadge pending={edit.state === 'parked' ? 'parked' : 'waiting'} />
          <span className="min-w-0">
            {describeOp(edit.op, title, known.get(edit.target)?.entrant, known.get(edit.target)?.asked)}
          </span>
        </li>
      ))}
    </ul>
  )
}
