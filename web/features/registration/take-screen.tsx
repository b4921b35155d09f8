import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import type { LinkedEntry } from '../../../contract/rest.ts'
import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import { type LinkedSecret, readEntryToken } from '../../../contract/text/entry-link.ts'
import { fetchLinkedEntry } from '../../calls/entries.ts'
import { loadProblem } from '../../calls/load-problem.ts'
import { MarathonUnavailable } from '../../marathon/marathon-unavailable.tsx'
import { RaceTitle } from '../../marathon/race/race-title.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { TAKE_PATH } from '../../page.ts'
import { keepToken, openedToken } from '../../session/link-token.ts'
import { LinkNotLoaded } from '../../status/link-not-loaded.tsx'
import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import { useLiveRead } from '../../store/live-read.ts'
import { queryClient } from '../../store/query-client.ts'
import { type MyApplication, useMyApplications } from '../../store/rows/applications.ts'
import { useOneMarathon } from '../../store/rows/one-marathon.ts'
import * as common from '../../texts/compiled/common.js'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as sync from '../../texts/compiled/sync.js'
import * as texts from '../../texts/compiled/take.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { Applied } from './applied.tsx'
import { ApplyForm } from './apply-form.tsx'
import { Claim } from './claim.tsx'
import { lastRunner } from './last-runner.ts'

/** The screen where one takes an offered place over, or claims an entry that a desk made. The tab has opened the link. */
export function TakeScreen() {
  useDocumentTitle(texts.title())
  const [token] = useState(() => openedToken(TAKE_PATH))
  return (
    <>
      <PageHeader title={texts.heading()} />
      <div className="shell max-w-3xl! py-6 sm:py-10">{token === null ? <NotValid /> : <Linked token={token} />}</div>
    </>
  )
}

function Linked({ token }: { token: string }) {
  const own = useMyApplications()
  const [done, setDone] = useState<LinkedEntry | null>(null)
  const { db } = useAccount()
  // The page may be loaded anew before the server has decided. A form that is open stays: it may have to say why not.
  const queued = useLiveRead(() => readTaking(db, readEntryToken(token)?.id), [db, token])
  const [wasQueued, setWasQueued] = useState<boolean>()
  if (queued !== undefined && wasQueued === undefined) setWasQueued(queued !== null)
  const query = useQuery(
    {
      queryKey: ['entry-link', token],
      queryFn: ({ signal }) => fetchLinkedEntry(token, signal),
      networkMode: 'always',
      retry: false,
      gcTime: 0,
      // What is typed stays, although somebody is faster.
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  const entry = readEntryToken(token)
  if (!entry) return <NotValid />
  if (!own || queued === undefined) return <SpinnerBlock />
  const mine = own.find(({ application }) => application._id === entry.id)?.application
  if (mine?.offer === entry.secret) return <OwnPlace />
  if (mine) return <Taken marathonId={mine.marathonId} />
  if (wasQueued && queued)
    return queued.type === 'application.claim' ? <ClaimWaits /> : <Taken marathonId={queued.marathonId} />
  if (done) return done.kind === 'claim' ? <ClaimWaits /> : <Taken marathonId={done.marathonId} />
  if (query.data) {
    const onDone = () => {
      keepToken(TAKE_PATH, null)
      setDone(query.data)
      scrollTo({ top: 0 })
    }
    return <Take linked={query.data} entry={entry} own={own} onDone={onDone} />
  }
  if (!query.isError) return <SpinnerBlock />
  const again = (
    <Button variant="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
      {common.tryAgain()}
    </Button>
  )
  if (query.error instanceof Problem && query.error.code === 'NOT_FOUND') {
    return entryCodeOf(entry.secret) === null ? <NotValid /> : <NotHere again={again} />
  }
  const words = {
    notLoaded: texts.notLoaded(),
    serverFailed: texts.serverFailed(),
    needsNetwork: texts.needsNetwork(),
  }
  return <LinkNotLoaded problem={loadProblem(query.error)} words={words} action={again} />
}

/** What this phone has queued to take the entry; null where it has not. */
async function readTaking(db: AccountDb, id: string | undefined) {
  const records = await db.outbox.where('op.type').anyOf('application.takeOver', 'application.claim').toArray()
  const record = records.find(({ op }) => (op.type === 'application.claim' ? op.id : op.patch.from) === id)
  return record ? { type: record.op.type, marathonId: String(record.op.patch.marathonId) } : null
}

type TakeProps = { linked: LinkedEntry; entry: LinkedSecret; own: MyApplication[]; onDone: () => void }

/** What the link is for, and the one tap, or the form, that takes it. */
function Take({ linked, entry, own, onDone }: TakeProps) {
  const now = useServerNow()
  const one = useOneMarathon(linked.marathonId)
  if (linked.kind === 'claim') {
    return (
      <section className="grid justify-items-start gap-4">
        <RaceTitle race={linked} />
        <p>{texts.claimText({ person: linked.person ?? '' })}</p>
        <p className="text-ink-soft">{texts.claimWhat()}</p>
        <Claim marathonId={linked.marathonId} entry={entry} onDone={onDone} />
      </section>
    )
  }
  const known = own.map(({ application }) => application)
  return (
    <div className="grid gap-5">
      <RaceTitle race={linked} />
      {linked.until === null ? (
        <Notice kind="empty" title={texts.over()}>
          {texts.overWhy()}
        </Notice>
      ) : (
        <>
          <p>
            {texts.offered()} {texts.offeredWhat()}{' '}
            {texts.until({ dayTime: formatDayTime(linked.until, linked.timeZone) })}
          </p>
          {one.state === 'here' ? (
            <ApplyForm
              marathon={one.marathon}
              known={lastRunner(known, linked.marathonId)}
              now={now}
              offered={{ from: entry.id, secret: entry.secret }}
              onSaved={onDone}
            />
          ) : (
            <MarathonUnavailable one={one} />
          )}
        </>
      )}
    </div>
  )
}

/** The entry, once it is the account's, or once this phone has saved that it shall be. */
function Taken({ marathonId }: { marathonId: string }) {
  const now = useServerNow()
  const one = useOneMarathon(marathonId)
  if (one.state !== 'here') return <MarathonUnavailable one={one} />
  return <Applied marathon={one.marathon} now={now} />
}

function ClaimWaits() {
  return (
    <Notice kind="empty" title={sync.savedHere()} action={<MyEntries />}>
      {sync.savedHereText()}
    </Notice>
  )
}

function OwnPlace() {
  return (
    <Notice kind="empty" title={texts.ownPlace()} action={<MyEntries />}>
      {texts.ownPlaceWhy()}
    </Notice>
  )
}

/** A desk shows the code before it has sent the entry. The token stays in the tab. */
function NotHere({ again }: { again: ReactNode }) {
  return (
    <Notice kind="empty" title={texts.notHere()} action={again}>
      {texts.notHereWhy()} {texts.orClaimed()}
    </Notice>
  )
}

function NotValid() {
  return (
    <Notice kind="empty" title={texts.notValid()} action={<MyEntries />}>
      {texts.notValidWhy()}
    </Notice>
  )
}

function MyEntries() {
  return (
    <ButtonLink to="/dashboard/myApply" variant="secondary">
      {marathonTexts.myApplyList()}
    </ButtonLink>
  )
}
