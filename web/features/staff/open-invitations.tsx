import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import type { OpenInvitation } from '../../../contract/rest.ts'
import { may, type Role } from '../../../contract/roles.ts'
import { fetchInvitations, withdrawInvitation } from '../../calls/invitations.ts'
import { callProblem, type LoadProblem } from '../../calls/load-problem.ts'
import { useAccount } from '../../store/account-context.tsx'
import { queryClient } from '../../store/query-client.ts'
import * as common from '../../texts/compiled/common.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import * as texts from '../../texts/compiled/staff.js'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp, infoPopUp } from '../../ui/dialogs/pop-up.ts'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { callFailure } from './call-failure.ts'

type Call = <T>(make: () => Promise<T>) => Promise<T>

/** The open invitations of a marathon, from the server. They are kept nowhere on the phone. */
export function useOpenInvitations(marathonId: string, call: Call) {
  const { db } = useAccount()
  return useQuery(
    {
      queryKey: ['invitations', db.uid, marathonId],
      queryFn: ({ signal }) => call(() => fetchInvitations(marathonId, signal)),
      networkMode: 'always',
      retry: false,
    },
    queryClient,
  )
}

type OpenInvitationsProps = {
  marathonId: string
  /** What the user is at the marathon. */
  role: Role
  query: ReturnType<typeof useOpenInvitations>
  call: Call
  shownProblem: LoadProblem | null
  /** Reads them again. */
  reread: () => Promise<unknown>
}

/** The invitations that nobody has accepted yet, each with a button that withdraws it. Renders nothing without one. */
export function OpenInvitations({ marathonId, role, query, call, shownProblem, reread }: OpenInvitationsProps) {
  const [withdrawing, setWithdrawing] = useState<string | null>(null)
  const withdraw = async ({ _id }: OpenInvitation) => {
    const isSure = await confirmPopUp({
      title: texts.withdrawQuestion(),
      text: texts.withdrawWarning(),
      confirm: texts.withdrawYes(),
    })
    if (!isSure) return
    setWithdrawing(_id)
    try {
      await call(() => withdrawInvitation(marathonId, _id))
    } catch (error) {
      // Somebody has just accepted it, or it has expired.
      const isClosed = error instanceof Problem && error.code === 'NOT_FOUND'
      const [title, text] = isClosed
        ? [texts.notOpen(), texts.notOpenText()]
        : [callProblem(error) ? texts.noAnswer() : texts.notWithdrawn(), callFailure(error, shownProblem)]
      await infoPopUp(title, text, 'warning')
    } finally {
      await reread()
      setWithdrawing(null)
    }
  }
  if (!query.data) {
    if (!query.isError) return null
    const isOffline = callProblem(query.error) === 'offline'
    return (
      <div className="mt-8 flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
        <p>{isOffline ? texts.openOffline() : texts.openFailed()}</p>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {common.tryAgain()}
        </Button>
      </div>
    )
  }
  if (query.data.length === 0) return null
  return (
    <section aria-labelledby="open-invitations" className="mt-8 max-w-2xl">
      <h2 id="open-invitations" className="mb-2 text-xl">
        {texts.openInvitations()}
      </h2>
      <ol className="grid divide-y divide-line border-y border-line">
        {query.data.map((invitation) => (
          <li key={invitation._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{roleTexts.name({ role: invitation.role })}</p>
              <p className="text-sm text-ink-soft">
                {texts.invitationUntil({ dayTime: formatDayTime(invitation.expiresAt, readerTimeZone()) })}
              </p>
            </div>
            {(invitation.role !== 'organiser' || may(role, 'own')) && (
              <Button
                variant="secondary"
                aria-label={texts.withdrawOf({ role: roleTexts.name({ role: invitation.role }) })}
                pending={withdrawing === invitation._id}
                pendingLabel={texts.withdrawing()}
                onClick={() => withdraw(invitation)}
              >
                {texts.withdraw()}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
