import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { lastResponse } from '../../calls/call-api.ts'
import { useSlowSend } from '../../status/use-slow-send.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { InboxRecord, OutboxRecord } from '../../store/account-db.ts'
import { readInTime } from '../../store/read-in-time.ts'
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
import { EditAgain } from './edit-again.tsx'
import { groupHandedOver } from './handed-over.ts'
import { HandedOverCard } from './handed-over-card.tsx'
import { findManyBibs, type ManyBibs } from './many-bibs.ts'
import { ManyBibsCard } from './many-bibs-card.tsx'
import { PHASE_MESSAGES } from './phase-message.ts'
import { QueuedCard } from './queued-card.tsx'
import { RejectedCard } from './rejected-card.tsx'

/** Most cards of a group. An organiser may have thousands of edits in one: a bib for each entrant. */
const MOST_CARDS = 100

/**
 * The list of all unsent edits, and the form of the one that the user edits. The form is not in the edit's card:
 * another window may handle the edit, and its card goes then. What was typed must not go with it.
 * @param edit the id of a rejected edit whose form opens at once
 */
export function UnsentChanges({ edit }: { edit?: string | undefined }) {
  const { db } = useAccount()
  const [edited, setEdited] = useState<InboxRecord | null>(null)
  useEffect(() => {
    if (edit) void readInTime(() => db.inbox.get(edit)).then((item) => item && setEdited(item), recordError)
  }, [db, edit])
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
  return marathon && <EditAgain item={item} marathon={marathon} onClose={onClose} />
}

/** The edits that need the user are first. */
function Changes({ onEdit }: { onEdit: (item: InboxRecord) => void }) {
  const unsent = useUnsent()
  const { inbox, parked, waiting } = unsent ?? { inbox: [], parked: [], waiting: [] }
  const clashes = inbox.filter(({ code }) => code === undefined)
  const { groups, others } = groupHandedOver(inbox.filter(({ code }) => code !== undefined))
  const [clashBibs, takenBibs] = [findManyBibs(clashes), findManyBibs(others)]
  const firsts = groups.flatMap(({ scans }) => scans.slice(0, 1))
  const marathons = useOpMarathons([
    ...[clashBibs.sorted, takenBibs.sorted].flatMap(withCard),
    ...firsts,
    ...[parked, waiting].flatMap(withCard),
  ])
  if (!unsent) return <RowSkeletons count={3} />
  if (inbox.length + parked.length + waiting.length === 0) return <AllSent />
  const marathon = (target: string) => marathons.get(target) ?? { title: '', timeZone: '' }
  const bibs = (group: ManyBibs) => <ManyBibsCard key={group.key} group={group} />
  const clash = (item: InboxRecord) => <ConflictCard key={item.opId} item={item} marathon={marathon(item.target)} />
  const rejected = (item: InboxRecord) => (
    <RejectedCard key={item.opId} item={item} marathon={marathon(item.target)} onEdit={onEdit} />
  )
  const queued = (record: OutboxRecord) => (
    <QueuedCard key={record.opId} record={record} marathon={marathon(record.target)} />
  )
  return (
    <div className="grid gap-10">
      <SyncBar unsent={unsent} />
      <Group title={texts.clashes()} intro={texts.clashesIntro()} items={clashBibs.sorted} card={clash}>
        {clashBibs.groups.map(bibs)}
      </Group>
      <Group
        title={texts.notAccepted()}
        intro={texts.notAcceptedIntro()}
        count={inbox.length - clashes.length}
        items={takenBibs.sorted}
        card={rejected}
      >
        {groups.map((group) => (
          <HandedOverCard key={group.marathonId} group={group} marathon={marathon(group.scans[0]?.target ?? '')} />
        ))}
        {takenBibs.groups.map(bibs)}
      </Group>
      <Group title={texts.setAside()} intro={texts.setAsideIntro()} items={parked} card={queued} />
      <Group title={texts.toBeSent()} intro={texts.toBeSentIntro()} items={waiting} card={queued} />
    </div>
  )
}

function withCard<Item>(items: readonly Item[]): Item[] {
  return items.slice(0, MOST_CARDS)
}

type GroupProps<Item> = {
  title: string
  intro: string
  items: readonly Item[]
  card: (item: Item) => ReactNode
  /** How many edits it stands for, if they are not the items alone. */
  count?: number
  /** Cards before those of the items. */
  children?: ReactNode
}

function Group<Item>({ title, intro, items, card, count = items.length, children }: GroupProps<Item>) {
  if (count === 0) return null
  const more = items.length - MOST_CARDS
  return (
    <section aria-label={title}>
      <h2 className="text-2xl">
        {title} <span className="numeral text-ink-soft">{count.toLocaleString(localeOf('en-US'))}</span>
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{intro}</p>
      <ul className="grid gap-4">
        {children}
        {withCard(items).map(card)}
        {more > 0 && <li>{texts.more({ count: more })}</li>}
      </ul>
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
        <p role="status">{PHASE_MESSAGES[phase]()}</p>
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
