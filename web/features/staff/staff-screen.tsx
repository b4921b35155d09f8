import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { may } from '../../../contract/roles.ts'
import { UnconfirmedEntries } from '../../marathon/entrant/unconfirmed-entries.tsx'
import { LeaveButton } from '../../marathon/leave-button.tsx'
import { OwnMarathonScreen } from '../../marathon/own-marathon-screen.tsx'
import { Unconfirmed } from '../../marathon/unconfirmed.tsx'
import { withSession } from '../../session/with-session.ts'
import { useBannerProblem } from '../../status/banner-problem.ts'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import { useStaff } from '../../store/rows/staff.ts'
import * as organise from '../../texts/compiled/organise.js'
import * as texts from '../../texts/compiled/staff.js'
import { Button } from '../../ui/button.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { nameOf } from './may-manage.ts'
import { OpenInvitations, useOpenInvitations } from './open-invitations.tsx'
import { StaffList } from './staff-list.tsx'
import { useLast } from './use-last.ts'

const Invite = lazy(() => import('./invite.tsx').then((m) => ({ default: m.Invite })))
const Manage = lazy(() => import('./manage.tsx').then((m) => ({ default: m.Manage })))

const route = getRouteApi('/dashboard/myMarathons/$id/staff')

/** The screen with the staff of a marathon that the user organises. */
export function StaffScreen() {
  const { id } = route.useParams()
  return (
    <OwnMarathonScreen marathonId={id} heading={organise.staff()} titleOf={texts.staffOf} none={texts.noStaffToShow()}>
      {(marathon) => <Staff marathon={marathon} />}
    </OwnMarathonScreen>
  )
}

function Staff({ marathon }: { marathon: MarathonView }) {
  const { _id: id, title } = marathon
  const { db } = useAccount()
  useShownMarathon(id, { isForStaff: true })
  const staff = useStaff(id)
  const call = <T,>(make: () => Promise<T>) => withSession(db.uid, make)
  const invitations = useOpenInvitations(id, call)
  const last = useLast(id)
  const bannerProblem = useBannerProblem()
  const [isInviting, setInviting] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  // A button that leaves takes the focus with it.
  const top = useRef<HTMLParagraphElement>(null)
  const reread = async () => {
    await invitations.refetch()
    if (!document.activeElement || document.activeElement === document.body) top.current?.focus()
  }
  // A marathon that was made offline has no row of its owner yet.
  const role = staff?.find(({ mine }) => mine)?.role ?? marathon.role ?? 'owner'
  const opened = staff?.find(({ _id }) => _id === openId)
  const offered = staff?.find(({ isOffered }) => isOffered)
  return (
    <div className="mt-4">
      <StaleDataBanner />
      <p className="mb-4 max-w-2xl outline-none" ref={top} tabIndex={-1}>
        {texts.intro()}
      </p>
      <Unconfirmed marathon={marathon} />
      <UnconfirmedEntries marathon={marathon} />
      {offered && may(role, 'own') && (
        <p className="mb-4 max-w-2xl border-s-4 border-flare ps-4">{texts.offeredTo({ name: nameOf(offered) })}</p>
      )}
      <div className="mb-4">
        <Button onClick={() => setInviting(true)}>{texts.invite()}</Button>
      </div>
      <p role="status" className="sr-only">
        {message}
      </p>
      {staff ? (
        <StaffList staff={staff} role={role} last={last} onOpen={({ _id }) => setOpenId(_id)} />
      ) : (
        <RowSkeletons count={2} />
      )}
      {staff && staff.length < 2 && <p className="mt-3 text-ink-soft">{texts.alone()}</p>}
      <OpenInvitations
        marathonId={id}
        role={role}
        query={invitations}
        call={call}
        shownProblem={bannerProblem}
        reread={reread}
      />
      <div className="mt-8 empty:hidden">
        <LeaveButton marathon={marathon} />
      </div>
      <Suspense>
        {isInviting && (
          <Invite
            marathonId={id}
            title={title}
            role={role}
            call={call}
            shownProblem={bannerProblem}
            onClose={() => setInviting(false)}
            reread={invitations.refetch}
          />
        )}
        {opened && (
          <Manage marathon={marathon} row={opened} role={role} onClose={() => setOpenId(null)} onDone={setMessage} />
        )}
      </Suspense>
    </div>
  )
}
