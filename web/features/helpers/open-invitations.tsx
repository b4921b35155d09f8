import { useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import type { OpenInvitation } from '../../../contract/rest.ts'
import { withdrawInvitation } from '../../calls/invitations.ts'
import { callProblem, type LoadProblem } from '../../calls/load-problem.ts'
import * as texts from '../../texts/compiled/organise.js'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp, infoPopUp } from '../../ui/dialogs/pop-up.ts'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { helperFailure } from './helper-failure.ts'

type OpenInvitationsProps = {
  marathonId: string
  invitations: OpenInvitation[]
  call: <T>(make: () => Promise<T>) => Promise<T>
  shownProblem: LoadProblem | null
  /** Reads them again. */
  reread: () => Promise<unknown>
}

/** The invitations that nobody has accepted yet, each with a button that withdraws it. Renders nothing without one. */
export function OpenInvitations({ marathonId, invitations, call, shownProblem, reread }: OpenInvitationsProps) {
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
        : [callProblem(error) ? texts.noAnswer() : texts.notWithdrawn(), helperFailure(error, shownProblem)]
      await infoPopUp(title, text, 'warning')
    } finally {
      await reread()
      setWithdrawing(null)
    }
  }
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="open-invitations" className="mt-8 max-w-2xl">
      <h2 id="open-invitations" className="mb-2 text-xl">
        {texts.openInvitations()}
      </h2>
      <ol className="grid divide-y divide-line border-y border-line">
        {invitations.map((invitation, index) => (
          <li key={invitation._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{texts.invitationNumber({ position: index + 1 })}</p>
              <p className="text-sm text-ink-soft">
                {texts.invitationUntil({ dayTime: formatDayTime(invitation.expiresAt, readerTimeZone()) })}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-label={texts.withdrawNumber({ position: index + 1 })}
              pending={withdrawing === invitation._id}
              pendingLabel={texts.withdrawing()}
              onClick={() => withdraw(invitation)}
            >
              {texts.withdraw()}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}
