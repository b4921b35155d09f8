import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import { fetchInvited, type Invited } from '../../api/helpers.ts'
import { type LoadProblem, loadProblem } from '../../api/load-problem.ts'
import { withSession } from '../../auth/with-session.ts'
import { useAccount } from '../../data/account-context.tsx'
import { acceptInvitation } from '../../data/helping.ts'
import { queryClient } from '../../data/query-client.ts'
import { askForSync } from '../../data/sync-status.ts'
import { keepScanner } from '../../pwa/kept-scanner.ts'
import { useBannerProblem } from '../../shared/sync/banner-problem.ts'
import { PORTAL_MESSAGE } from '../../shared/sync/portal-message.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'

const route = getRouteApi('/invitation/$token')

/** The screen where one accepts an invitation to help. The token stays in the address and in memory. */
export function InvitationScreen() {
  useDocumentTitle('Invitation')
  const { token } = route.useParams()
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
      Try again
    </Button>
  )
  return (
    <>
      <PageHeader title="Help at check-in" />
      <div className="shell max-w-3xl! py-8 sm:py-12">
        {query.data ? (
          <Accept token={token} invited={query.data} account={author.name || author.email} />
        ) : !query.isError ? (
          <SpinnerBlock />
        ) : isNotValid(query.error) ? (
          <NotValid />
        ) : (
          <NotLoaded problem={loadProblem(query.error)} action={again} />
        )}
      </div>
    </>
  )
}

const NOT_LOADED = 'The invitation could not be loaded.'

function NotLoaded({ problem, action }: { problem: LoadProblem; action: ReactNode }) {
  const bannerProblem = useBannerProblem()
  if (problem === 'failed') {
    return (
      <Notice kind="failed" title={NOT_LOADED} action={action}>
        The server did not answer as it should. The invitation is not used up by this.
      </Notice>
    )
  }
  const title = problem === 'offline' ? 'You are offline.' : PORTAL_MESSAGE
  return (
    <Notice
      kind={problem === 'offline' ? 'offline' : 'failed'}
      title={problem === bannerProblem ? NOT_LOADED : title}
      action={action}
    >
      Accepting an invitation needs a network. The link stays valid: open it again when you are connected.
    </Notice>
  )
}

function NotValid() {
  return (
    <Notice
      kind="empty"
      title="This invitation is not valid any more."
      action={
        <ButtonLink to="/dashboard/myMarathons" variant="secondary">
          My Marathon List
        </ButtonLink>
      }
    >
      It was used or withdrawn, it is older than 7 days, or the link is not complete. Ask the organiser for a new one.
      If you have accepted it before, the event is in My Marathon List.
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
      const id = await withSession(db.uid, () => acceptInvitation(db, token))
      askForSync()
      // The scanner must also work where there is no network.
      void keepScanner()
      // The address with the token leaves the history.
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
          {formatDayTime(invited.startDate, invited.timeZone)}, {invited.location}
        </p>
      </div>
      <p>The organiser asks you to check people in on race day, on this phone. It also works without a signal.</p>
      <ul className="list-disc pl-6">
        <li>You see the names and bibs of the entrants, who has a place, and who is here.</li>
        <li>You do not see emails or phone numbers, and you cannot change entries.</li>
        <li>The organiser sees your name, and can end it at any time. Your phone then forgets the entrants.</li>
      </ul>
      <Button size="lg" onClick={accept} pending={pending} pendingLabel="Accepting…">
        Accept as {account}
      </Button>
      <FormError>{failure ? failureText(failure, bannerProblem) : ''}</FormError>
    </section>
  )
}

const isNotValid = (error: unknown) => error instanceof Problem && error.code === 'NOT_FOUND'

function failureText(error: unknown, bannerProblem: LoadProblem | null): string {
  const problem = loadProblem(error)
  if (problem !== 'failed') {
    const again = 'Try again when you are connected: the link stays valid.'
    if (problem === bannerProblem) return again
    return `${problem === 'offline' ? 'You are offline.' : PORTAL_MESSAGE} ${again}`
  }
  if (error instanceof Problem && (error.code === 'INVALID' || error.code === 'RATE_LIMITED')) return error.message
  return 'The server did not answer as it should. Try again: nothing is done twice.'
}
