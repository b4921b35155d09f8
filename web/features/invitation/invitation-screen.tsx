import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { INVITATION_DAYS } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problem.ts'
import { isHelper, may, type Role } from '../../../contract/roles.ts'
import { keepScanner } from '../../background/kept-scanner.ts'
import { fetchInvited, type Invited } from '../../calls/invitations.ts'
import { type LoadProblem, loadProblem } from '../../calls/load-problem.ts'
import { RaceTitle } from '../../marathon/race/race-title.tsx'
import { INVITATION_PATH } from '../../page.ts'
import { keepToken, openedToken } from '../../session/link-token.ts'
import { withSession } from '../../session/with-session.ts'
import { useBannerProblem } from '../../status/banner-problem.ts'
import { LinkNotLoaded } from '../../status/link-not-loaded.tsx'
import { refusalMessage } from '../../status/refusal-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { queryClient } from '../../store/query-client.ts'
import { acceptInvitation } from '../../store/rows/helping.ts'
import { askForSync } from '../../store/sync-status.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/invitation.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { infoPopUp } from '../../ui/dialogs/pop-up.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'

/** The screen where one accepts an invitation, which the tab has opened. */
export function InvitationScreen() {
  useDocumentTitle(texts.title())
  const [token] = useState(() => openedToken(INVITATION_PATH))
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
  if (isNotValid(query.error)) return <NotValid />
  const words = {
    notLoaded: texts.notLoaded(),
    serverFailed: texts.serverFailed(),
    needsNetwork: texts.needsNetwork(),
  }
  return <LinkNotLoaded problem={loadProblem(query.error)} words={words} action={again} />
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

/** Where one works after the acceptance: at the gate, or else at the event's place. */
function placeOf(role: Role) {
  return isHelper(role) && may(role, 'checkIn') ? '/dashboard/myMarathons/$id/checkIn' : '/dashboard/myMarathons/$id'
}

function Accept({ token, invited, account }: { token: string; invited: Invited; account: string }) {
  const { db } = useAccount()
  const { role } = invited
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const bannerProblem = useBannerProblem()

  const accept = async () => {
    setPending(true)
    setFailure(null)
    try {
      const { marathonId: id, role: has } = await withSession(db.uid, () => acceptInvitation(db, token))
      askForSync()
      // The scanner must also work where there is no network.
      if (may(has, 'checkIn')) void keepScanner()
      keepToken(INVITATION_PATH, null)
      await router.navigate({ to: placeOf(has), params: { id }, replace: true })
      if (has !== role)
        await infoPopUp(texts.alreadyStaff(), texts.alreadyStaffText({ has: roleTexts.name({ role: has }) }))
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }
  if (isNotValid(failure)) return <NotValid />
  return (
    <section className="grid justify-items-start gap-4">
      <RaceTitle race={invited} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone="ink">{roleTexts.name({ role })}</Badge>
        <p className="min-w-0">{roleTexts.invited({ role })}</p>
      </div>
      <p>{texts.asksYou({ role })}</p>
      <ul className="list-disc ps-6">
        <li>{texts.youSee({ role })}</li>
        <li>{texts.youDoNotSee({ role })}</li>
        <li>{texts.organiserSees({ role })}</li>
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
