import { lazy, Suspense, useState } from 'react'
import { mayDraw } from '../../../marathon/ballot.ts'
import { ByCategory } from '../../../marathon/categories/by-category.tsx'
import { shareMarathon } from '../../../marathon/share-marathon.ts'
import { useServerNow } from '../../../marathon/use-server-now.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as common from '../../../texts/compiled/common.js'
import * as organise from '../../../texts/compiled/organise.js'
import * as texts from '../../../texts/compiled/overview.js'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import {
  BellIcon,
  CheckIcon,
  EditIcon,
  FlagIcon,
  HelperIcon,
  HistoryIcon,
  OutIcon,
  PeopleIcon,
  ShareIcon,
  StopwatchIcon,
} from '../../../ui/icons/screen-icons.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { whenIs } from '../when.ts'
import { Checklist } from './checklist.tsx'
import { Counts } from './counts.tsx'
import { DrawButton } from './draw-button.tsx'
import { MoreActions } from './more-actions.tsx'
import { SharePanel } from './share-panel.tsx'
import { useLetIn, useProgress } from './use-progress.ts'
import { VerifyAddress } from './verify-address.tsx'

/** The dialogs, each loaded when it opens. */
const DIALOGS = {
  edit: lazy(() => import('../update-marathon.tsx').then((m) => ({ default: m.EditMarathon }))),
  cancel: lazy(() => import('../cancel-marathon.tsx').then((m) => ({ default: m.CancelMarathon }))),
}

const WaitingScans = lazy(() =>
  import('../../../marathon/waiting-scans.tsx').then((m) => ({ default: m.WaitingScans })),
)

const RegisteredByCategory = lazy(() =>
  import('./registered-by-category.tsx').then((m) => ({ default: m.RegisteredByCategory })),
)

const AfterRace = lazy(() => import('./after-race.tsx').then((m) => ({ default: m.AfterRace })))

const Offer = lazy(() => import('./offer.tsx').then((m) => ({ default: m.Offer })))

/** Two columns, or one where the text is large. */
const TOOLS = 'grid grid-cols-[repeat(auto-fit,minmax(min(max(9rem,40%),100%),1fr))] gap-3'
const TOOL = 'min-h-14 justify-start!'

/** What an organiser sees of a marathon first. The main button is what the day asks for. */
export function Overview({ marathon }: { marathon: MarathonView }) {
  const { _id: id, cancelled } = marathon
  const now = useServerNow()
  const when = whenIs(marathon, now)
  const progress = useProgress(marathon, when)
  const letIn = useLetIn(marathon._id)
  const [message, setMessage] = useState('')
  // The marathon as it was when the dialog opened. Changes are computed against what the user saw.
  const [open, setOpen] = useState<{ name: keyof typeof DIALOGS; marathon: MarathonView } | null>(null)
  const Dialog = open && DIALOGS[open.name]
  const edit = () => setOpen({ name: 'edit', marathon })
  const isDrawDue = mayDraw(marathon, now)
  const share = async () => setMessage(await shareMarathon(marathon))
  const toDo = { marathon, when, progress, isDrawDue, onEdit: edit, onShare: share }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        <Suspense>
          <WaitingScans marathonId={id} />
        </Suspense>
        {marathon.role === 'organiser' && (
          <Suspense>
            <Offer marathon={marathon} />
          </Suspense>
        )}
        {isDrawDue && <DrawButton marathon={marathon} />}
        {when === 'past' && !cancelled && (
          <Suspense fallback={<RowSkeletons count={6} />}>
            <AfterRace {...toDo} />
          </Suspense>
        )}
        <div className="flex flex-wrap gap-3 *:flex-auto">
          <ButtonLink
            to="/dashboard/myMarathons/$id/checkIn"
            params={{ id }}
            size="lg"
            className="px-3!"
            variant={when === 'today' && !cancelled ? 'primary' : 'secondary'}
          >
            <CheckIcon size={22} />
            {texts.checkIn()}
          </ButtonLink>
          <Button
            size="lg"
            variant={when === 'ahead' && !cancelled && !isDrawDue ? 'primary' : 'secondary'}
            onClick={share}
          >
            <ShareIcon size={22} />
            {organise.share()}
          </Button>
        </div>
        <p role="status" className="-mt-3 text-sm text-ink-soft empty:hidden">
          {message}
        </p>
        <div>
          <Counts marathon={marathon} when={when} here={progress.here} letIn={letIn} />
          <ByCategory marathon={marathon}>
            <Suspense fallback={<Skeleton />}>
              <RegisteredByCategory marathon={marathon} />
            </Suspense>
          </ByCategory>
        </div>
        <nav aria-label={texts.tools()} className={TOOLS}>
          <ButtonLink to="/dashboard/myMarathons/$id/entrants" params={{ id }} variant="secondary" className={TOOL}>
            <PeopleIcon size={22} />
            {texts.entrants()}
          </ButtonLink>
          <ButtonLink to="/dashboard/myMarathons/$id/notices" params={{ id }} variant="secondary" className={TOOL}>
            <BellIcon size={22} />
            {organise.notices()}
          </ButtonLink>
          <ButtonLink to="/dashboard/myMarathons/$id/staff" params={{ id }} variant="secondary" className={TOOL}>
            <HelperIcon size={22} />
            {organise.staff()}
          </ButtonLink>
          <ButtonLink to="/dashboard/myMarathons/$id/timing" params={{ id }} variant="secondary" className={TOOL}>
            <StopwatchIcon size={22} />
            {texts.timing()}
          </ButtonLink>
          <ButtonLink to="/dashboard/myMarathons/$id/results" params={{ id }} variant="secondary" className={TOOL}>
            <FlagIcon size={22} />
            {texts.results()}
          </ButtonLink>
          {when === 'today' && (
            <ButtonLink
              to="/dashboard/myMarathons/$id/results"
              params={{ id }}
              hash="out"
              variant="secondary"
              className={TOOL}
            >
              <OutIcon size={22} />
              {texts.stillOut()}
            </ButtonLink>
          )}
          <ButtonLink to="/dashboard/myMarathons/$id/history" params={{ id }} variant="secondary" className={TOOL}>
            <HistoryIcon size={22} />
            {texts.history()}
          </ButtonLink>
          <Button variant="secondary" className={TOOL} onClick={edit}>
            <EditIcon size={22} />
            {common.edit()}
          </Button>
        </nav>
        {when !== 'past' && <Checklist {...toDo} />}
        {marathon.role === 'owner' && when === 'ahead' && <VerifyAddress marathon={marathon} />}
      </div>
      <SharePanel marathon={marathon} />
      <MoreActions marathon={marathon} when={when} onCancel={() => setOpen({ name: 'cancel', marathon })} />
      {Dialog && (
        <Suspense>
          <Dialog marathon={open.marathon} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}
