import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { lastResponse } from '../../calls/call-api.ts'
import { useSlowSend } from '../../status/use-slow-send.ts'
import type { InboxRecord } from '../../store/account-db.ts'
import { useOpMarathons } from '../../store/rows/op-marathons.ts'
import { askForSync, useNextTry, useSyncPhase } from '../../store/sync-status.ts'
import { type Unsent, useSyncRecord, useUnsent } from '../../store/unsent.ts'
import * as common from '../../texts/compiled/common.js'
import * as syncTexts from '../../texts/compiled/sync.js'
import * as texts from '../../texts/compiled/unsent.js'
import { localeOf } from '../../texts/languages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { downloadFile } from '../../ui/download-file.ts'
import { formatClock, formatSaved } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { DownloadIcon } from '../../ui/icons/screen-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { ConflictCard } from './conflict-card.tsx'
import { groupHandedOver } from './handed-over.ts'
import { HandedOverCard } from './handed-over-card.tsx'
import { findManyBibs } from './many-bibs.ts'
import { ManyBibsCard } from './many-bibs-card.tsx'
import { syncPhaseMessage } from './phase-message.ts'
import { QueuedCard } from './queued-card.tsx'
import { RejectedCard } from './rejected-card.tsx'

const EditAgain = lazy(() => import('./edit-again.tsx').then((m) => ({ default: m.EditAgain })))

/** Most cards of a group. An organiser may have thousands of edits in one: a bib for each entrant. */
const MOST_CARDS = 100

/**
 * The list of all unsent edits, and the form of the one that the user edits. The form is not in the edit's card:
 * another window may handle the edit, and its card goes then. What was typed must not go with it.
 */
export function UnsentChanges() {
  const [edited, setEdited] = useState<InboxRecord | null>(null)
  return (
    <>
      <Changes onEdit={setEdited} />
      {edited && <EditAgainOnceKnown key={edited.opId} item={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

/** The form needs the marathon's time zone, so it opens once the marathon is read. */
function EditAgainOnceKnown({ item, onClose }: { item: InboxRecord; onClose: () => void }) {
  const found = useOpMarathons([item]).get(item.target)
  const [marathon, setMarathon] = useState(found)
  // The form stays as it was opened, whatever becomes of the marathon.
  if (found && !marathon) setMarathon(found)
  if (!marathon) return null
  return (
    <Suspense>
      <EditAgain item={item} marathon={marathon} onClose={onClose} />
    </Suspense>
  )
}

/** The edits that need the user are first. */
function Changes({ onEdit }: { onEdit: (item: InboxRecord) => void }) {
  const unsent = useUnsent()
  const shown = (unsent?.waiting ?? []).slice(0, MOST_CARDS)
  const { groups, others } = groupHandedOver(unsent?.inbox.filter(({ code }) => code !== undefined) ?? [])
  const clashes = unsent?.inbox.filter(({ code }) => code === undefined) ?? []
  const [clashBibs, takenBibs] = [findManyBibs(clashes), findManyBibs(others)]
  const [clashCards, rejectedCards] = [clashBibs.sorted.slice(0, MOST_CARDS), takenBibs.sorted.slice(0, MOST_CARDS)]
  const parkedCards = (unsent?.parked ?? []).slice(0, MOST_CARDS)
  const firsts = groups.flatMap(({ scans }) => scans.slice(0, 1))
  const marathons = useOpMarathons([...clashCards, ...rejectedCards, ...firsts, ...parkedCards, ...shown])
  if (!unsent) return <RowSkeletons count={3} />
  const { inbox, parked, waiting } = unsent
  const marathon = (target: string) => marathons.get(target) ?? { title: '', timeZone: '' }
  if (inbox.length + parked.length + waiting.length === 0) return <AllSent />
  return (
    <div className="grid gap-10">
      <SyncBar unsent={unsent} />
      <Group title={texts.clashes()} intro={texts.clashesIntro()} count={clashes.length}>
        {clashBibs.groups.map((group) => (
          <ManyBibsCard key={group.key} group={group} />
        ))}
        {clashCards.map((item) => (
          <ConflictCard key={item.opId} item={item} marathon={marathon(item.target)} />
        ))}
        <More all={clashes.length} shown={clashCards.length} />
      </Group>
      <Group title={texts.notAccepted()} intro={texts.notAcceptedIntro()} count={inbox.length - clashes.length}>
        {groups.map((group) => (
          <HandedOverCard key={group.marathonId} group={group} marathon={marathon(group.scans[0]?.target ?? '')} />
        ))}
        {takenBibs.groups.map((group) => (
          <ManyBibsCard key={group.key} group={group} />
        ))}
        {rejectedCards.map((item) => (
          <RejectedCard key={item.opId} item={item} marathon={marathon(item.target)} onEdit={onEdit} />
        ))}
        <More all={others.length} shown={rejectedCards.length} />
      </Group>
      <Group title={texts.setAside()} intro={texts.setAsideIntro()} count={parked.length}>
        {parkedCards.map((record) => (
          <QueuedCard key={record.opId} record={record} marathon={marathon(record.target)} />
        ))}
        <More all={parked.length} shown={parkedCards.length} />
      </Group>
      <Group title={texts.toBeSent()} intro={texts.toBeSentIntro()} count={waiting.length}>
        {shown.map((record) => (
          <QueuedCard key={record.opId} record={record} marathon={marathon(record.target)} />
        ))}
        <More all={waiting.length} shown={shown.length} />
      </Group>
    </div>
  )
}

/** Says how many cards of a group are not shown. */
function More({ all, shown }: { all: number; shown: number }) {
  return all > shown && <li>{texts.more({ count: all - shown })}</li>
}

function Group({
  title,
  intro,
  count,
  children,
}: {
  title: string
  intro: string
  count: number
  children: ReactNode
}) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="text-2xl">
        {title} <span className="numeral text-ink-soft">{count.toLocaleString(localeOf('en-US'))}</span>
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{intro}</p>
      <ul className="grid gap-4">{children}</ul>
    </section>
  )
}

function SyncBar({ unsent }: { unsent: Unsent }) {
  const phase = useSyncPhase()
  const isSlow = useSlowSend()
  const nextTry = useNextTry()
  const response = lastResponse()
  const isRefused = phase === 'failing' || phase === 'not-sent' || phase === 'busy'
  const exportAll = () =>
    downloadFile(
      `${texts.exportName({ day: new Date().toISOString().slice(0, 10) })}.json`,
      'application/json',
      JSON.stringify(unsent, null, 2),
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p role="status">{syncPhaseMessage(phase)}</p>
        {nextTry !== null && (
          <p className="text-sm text-ink-soft">{syncTexts.nextTry({ time: formatClock(nextTry) })}</p>
        )}
        {isRefused && response && (
          <p className="text-sm text-ink-soft wrap-anywhere">
            {texts.forHelp({ request: response.requestId, time: formatClock(response.at) })}
          </p>
        )}
        {phase === 'needs-sign-in' && (
          <Link
            to="/login"
            search={{ again: true, redirect: '/unsent' }}
            className="text-link inline-flex min-h-11 items-center"
          >
            {common.logInAgain()}
          </Link>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={exportAll}>
          <DownloadIcon size={20} />
          {texts.exportFile()}
        </Button>
        {unsent.waiting.length > 0 && (
          <Button pending={phase === 'sending' && !isSlow} pendingLabel={syncTexts.sending()} onClick={askForSync}>
            {common.sendNow()}
          </Button>
        )}
      </div>
    </div>
  )
}

function AllSent() {
  const record = useSyncRecord()
  const now = useNow()
  if (!record) return <RowSkeletons count={3} />
  return (
    <Notice
      kind="empty"
      title={texts.allSent()}
      action={
        <ButtonLink to="/marathons" variant="secondary">
          {texts.explore()}
        </ButtonLink>
      }
    >
      {record.syncedAt ? syncTexts.savedAt({ saved: formatSaved(record.syncedAt, now) }) : null}
    </Notice>
  )
}
