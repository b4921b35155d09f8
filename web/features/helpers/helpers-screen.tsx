import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import type { Helper } from '../../../contract/rest.ts'
import { type Invitation, removeHelper } from '../../calls/invitations.ts'
import { callProblem } from '../../calls/load-problem.ts'
import { OwnMarathonScreen } from '../../marathon/own-marathon-screen.tsx'
import { Unconfirmed } from '../../marathon/unconfirmed.tsx'
import { useHelpers } from '../../marathon/use-helpers.ts'
import { withSession } from '../../session/with-session.ts'
import { useBannerProblem } from '../../status/banner-problem.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/organise.js'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp, infoPopUp } from '../../ui/dialogs/pop-up.ts'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { helperFailure } from './helper-failure.ts'
import { InviteHelper } from './invite-helper.tsx'
import { OpenInvitations } from './open-invitations.tsx'

const route = getRouteApi('/dashboard/myMarathons/$id/helpers')

/** The screen with the helpers of one of the user's own marathons. */
export function HelpersScreen() {
  const { id } = route.useParams()
  return (
    <OwnMarathonScreen
      marathonId={id}
      heading={texts.helpers()}
      titleOf={texts.helpersOf}
      none={texts.noHelpersToShow()}
    >
      {(marathon) => <Helpers marathon={marathon} />}
    </OwnMarathonScreen>
  )
}

function Helpers({ marathon }: { marathon: MarathonView }) {
  const { db } = useAccount()
  useShownMarathon(marathon._id, { isForStaff: true })
  const call = <T,>(make: () => Promise<T>) => withSession(db.uid, make)
  const query = useHelpers(marathon._id)
  const bannerProblem = useBannerProblem()
  const problem = query.isError && !query.data ? callProblem(query.error) : null
  const [removing, setRemoving] = useState<string | null>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  // A button that leaves takes the focus with it.
  const top = useRef<HTMLParagraphElement>(null)
  const reread = async () => {
    await query.refetch()
    if (!document.activeElement || document.activeElement === document.body) top.current?.focus()
  }
  const remove = async ({ _id, name }: Helper) => {
    const isSure = await confirmPopUp({
      title: name ? texts.removeNamedQuestion({ name }) : texts.removeUnnamedQuestion(),
      text: texts.removeWarning(),
      confirm: texts.removeYes(),
    })
    if (!isSure) return
    setRemoving(_id)
    try {
      await call(() => removeHelper(marathon._id, _id))
    } catch (error) {
      // Another phone removed this helper already.
      const isGone = error instanceof Problem && error.code === 'NOT_FOUND'
      const title = callProblem(error) ? texts.noAnswer() : texts.notRemoved()
      if (!isGone) await infoPopUp(title, helperFailure(error, bannerProblem), 'warning')
    } finally {
      await reread()
      setRemoving(null)
    }
  }

  return (
    <div className="mt-4">
      <p className="mb-6 max-w-2xl outline-none" ref={top} tabIndex={-1}>
        {texts.helpersIntro()}
      </p>
      <Unconfirmed marathon={marathon} />
      <InviteHelper
        marathonId={marathon._id}
        title={marathon.title}
        call={call}
        shownProblem={problem ?? bannerProblem}
        invitation={invitation}
        onInvitation={setInvitation}
        reread={reread}
      />
      {query.data ? (
        <HelperList helpers={query.data.helpers} removing={removing} onRemove={remove} />
      ) : query.isError ? (
        <HelpersProblem error={query.error} bannerProblem={bannerProblem} onAgain={() => void query.refetch()} />
      ) : (
        <RowSkeletons count={2} />
      )}
      {/* While its link is shown, an invitation cannot be withdrawn: the link would be dead, and look valid. */}
      {query.data && !invitation && (
        <OpenInvitations
          marathonId={marathon._id}
          invitations={query.data.invitations}
          call={call}
          shownProblem={bannerProblem}
          reread={reread}
        />
      )}
    </div>
  )
}

type HelpersProblemProps = { error: Error; bannerProblem: ReturnType<typeof useBannerProblem>; onAgain: () => void }

function HelpersProblem({ error, bannerProblem, onAgain }: HelpersProblemProps) {
  const isOffline = callProblem(error) === 'offline'
  return (
    <Notice
      kind={isOffline ? 'offline' : 'failed'}
      title={isOffline && bannerProblem !== 'offline' ? texts.offline() : texts.helpersNotLoaded()}
      action={
        <Button variant="secondary" onClick={onAgain}>
          {common.tryAgain()}
        </Button>
      }
    >
      {isOffline ? texts.helpersOnServer() : helperFailure(error, bannerProblem)}
    </Notice>
  )
}

type HelperListProps = { helpers: Helper[]; removing: string | null; onRemove: (helper: Helper) => void }

function HelperList({ helpers, removing, onRemove }: HelperListProps) {
  if (helpers.length === 0) return <p className="text-ink-soft">{texts.nobodyHelps()}</p>
  return (
    <ul aria-label={texts.helpers()} className="grid max-w-2xl divide-y divide-line border-y border-line">
      {helpers.map((helper) => (
        <li key={helper._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-semibold break-words">{helper.name || texts.withoutName()}</p>
            <p className="text-sm text-ink-soft">
              {texts.helperSince({ dayTime: formatDayTime(helper.since, readerTimeZone()) })}
            </p>
          </div>
          <Button
            variant="danger"
            aria-label={helper.name ? texts.removeNamed({ name: helper.name }) : texts.removeUnnamed()}
            pending={removing === helper._id}
            pendingLabel={texts.removing()}
            onClick={() => onRemove(helper)}
          >
            {texts.remove()}
          </Button>
        </li>
      ))}
    </ul>
  )
}
