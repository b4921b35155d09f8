import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { INVITATION_DAYS } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problem.ts'
import { keepScanner } from '../../background/kept-scanner.ts'
import { fetchInvited, type Invited } from '../../calls/invitations.ts'
import { type LoadProblem, loadProblem } from '../../calls/load-problem.ts'
import { withSession } from '../../session/with-session.ts'
import { useBannerProblem } from '../../status/banner-problem.ts'
import { portalMessage } from '../../status/portal-message.ts'
import { refusalMessage } from '../../status/refusal-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { queryClient } from '../../store/query-client.ts'
import { acceptInvitation } from '../../store/rows/helping.ts'
import { askForSync } from '../../store/sync-status.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/invitation.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { keepInvitation, openedInvitation } from './invitation-token.ts'

/** The screen where one accepts an invitation to help, which the tab has opened. */
export function InvitationScreen() {
  useDocumentTitle(texts.title())
  const [token] = useState(openedInvitation)
  return (
    <>
      <PageHeader title={texts.heading()} />
      <div className="shell max-w-3xl! py-8 sm:py-12">
        {token === null ? <NotValid /> : <Invitation token={token} />}
      </div>
    </>
  )
}

function Invitation({ token }: { token: string }) {
  const { db, author } = useAccount()
  const query = useQuery(
    {
      queryKey: ['invitation', db.uid, token],
      queryFn: ({ signal }) => withSession(db.uid, () => fetchInvited(token, signal)),
      networkMode: 'always',
      retry: false,
      gcTime: 0,
    },
    queryClient,
  )
  const again = (
    <Button variant="secondary" onClick={() => void query.refetch()}>
      {common.tryAgain()}
    </Button>
  )
  if (query.data) return <Accept token={token} invited={query.data} account={author.name || author.email} />
  if (!query.isError) return <SpinnerBlock />
  return isNotValid(query.error) ? <NotValid /> : <NotLoaded problem={loadProblem(query.error)} action={again} />
}

function NotLoaded({ problem, action }: { problem: LoadProblem; action: ReactNode }) {
  const bannerProblem = useBannerProblem()
  const isFailed = problem === 'failed' || problem === bannerProblem
  const why = problem === 'offline' ? texts.offline : portalMessage
  return (
    <Notice
      kind={problem === 'offline' ? 'offline' : 'failed'}
      title={isFailed ? texts.notLoaded() : why()}
      action={action}
    >
      {problem === 'failed' ? texts.serverFailed() : texts.needsNetwork()}
    </Notice>
  )
}

function NotValid() {
  return (
    <Notice
      kind="empty"
      title={texts.notValid()}
      action={
        <ButtonLink to="/dashboard/myMarathons" variant="secondary">
          {texts.myMarathonList()}
        </ButtonLink>
      }
    >
      {texts.notValidWhy({ days: INVITATION_DAYS })}
    </Notice>
  )
}

function Accept({ token, invited, account }: { token: string; invited: Invited; account: string }) {
  const { db } = useAccount()
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const bannerProblem = useBannerProblem()

  const accept = async () => {
    setPending(true)
    setFailure(null)
    try {
      const { marathonId: id } = await withSession(db.uid, () => acceptInvitation(db, token))
      askForSync()
      // The scanner must also work where there is no network.
      void keepScanner()
      keepInvitation(null)
      await router.navigate({ to: '/dashboard/myMarathons/$id/checkIn', params: { id }, replace: true })
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }
  if (isNotValid(failure)) return <NotValid />
  return (
    <section className="grid justify-items-start gap-4">
      <div>
        <h2 className="text-2xl break-words sm:text-3xl">{invited.title}</h2>
        <p className="mt-1 text-ink-soft break-words">
          {texts.whenAndWhere({
            when: formatDayTime(invited.startDate, invited.timeZone),
            where: invited.location,
          })}
        </p>
      </div>
      <p>{texts.asksYou()}</p>
      <ul className="list-disc ps-6">
        <li>{texts.youSee()}</li>
        <li>{texts.youDoNotSee()}</li>
        <li>{texts.organiserSees()}</li>
      </ul>
      <Button size="lg" onClick={accept} pending={pending} pendingLabel={texts.accepting()}>
        {texts.acceptAs({ account })}
      </Button>
      <FormError>{failure ? failureText(failure, bannerProblem) : ''}</FormError>
    </section>
  )
}

const isNotValid = (error: unknown) => error instanceof Problem && error.code === 'NOT_FOUND'

function failureText(error: unknown, bannerProblem: LoadProblem | null): string {
  const problem = loadProblem(error)
  if (problem !== 'failed') {
    if (problem === bannerProblem) return texts.tryAgainConnected()
    return problem === 'offline' ? texts.offlineTryAgain() : texts.portalTryAgain()
  }
  return (error instanceof Problem && refusalMessage(error)) || texts.serverFailedAccepting()
}
