import { isFull, isUndrawn } from '../../../contract/places.ts'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { organises } from '../../../contract/roles.ts'
import { isRegistrationOpen } from '../../../contract/time/dates.ts'
import { ballotMessage } from '../../marathon/ballot.ts'
import { hasCodeToShow, MyCodeLink } from '../../marathon/own-applications.tsx'
import { cancelledMessage, windowMessage } from '../../marathon/registration-window.ts'
import { waitingListOffer } from '../../marathon/waiting-list.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { Button, ButtonLink } from '../../ui/button.tsx'

type RegisterActionProps = {
  marathon: MarathonView
  applications: ApplicationView[]
  /** The user's own at this marathon. */
  results: readonly OwnResult[]
  now: number
}

/** On a phone they share a row. */
const ROW = 'flex gap-2 max-md:*:flex-auto md:items-center md:*:whitespace-nowrap lg:grid'

/**
 * The main action of the details: an organiser's way to the event's own place, and the user's code, if there is one to
 * show. Else the link 'Register Now' while the window is open, or the reason why it is not.
 */
export function RegisterAction({ marathon, applications, results, now }: RegisterActionProps) {
  const open = isRegistrationOpen(marathon, now)
  if (hasCodeToShow(applications, marathon, now, results)) {
    return (
      <div className={`${ROW} flex-wrap *:whitespace-nowrap`}>
        {organises(marathon) && <OrganiseLink marathon={marathon} />}
        <MyCodeLink marathon={marathon} />
        {open && !organises(marathon) && (
          <ButtonLink
            to="/marathon/registration/$id"
            params={{ id: marathon._id }}
            variant="secondary"
            className="px-3!"
          >
            {texts.anotherPerson()}
          </ButtonLink>
        )}
      </div>
    )
  }
  const reason = reasonOf(marathon, open, now)
  return (
    <>
      <div className={ROW}>
        {organises(marathon) && <OrganiseLink marathon={marathon} />}
        {open ? (
          <ButtonLink
            to="/marathon/registration/$id"
            params={{ id: marathon._id }}
            size="lg"
            variant={organises(marathon) ? 'secondary' : 'primary'}
            className="px-3!"
          >
            {texts.registerNow()}
          </ButtonLink>
        ) : (
          <Button size="lg" disabled className="px-3!">
            {texts.registrationClosed()}
          </Button>
        )}
      </div>
      <p className="text-center text-sm text-ink-soft max-lg:line-clamp-2 md:text-start">
        {organises(marathon) ? `${texts.yours()} ${reason}` : reason}
      </p>
    </>
  )
}

/** What becomes of an application now. */
function reasonOf(marathon: MarathonView, open: boolean, now: number): string {
  const cancelled = cancelledMessage(marathon)
  if (cancelled) return cancelled
  if (isUndrawn(marathon)) return ballotMessage(marathon, now)
  return open && isFull(marathon) ? waitingListOffer(marathon) : windowMessage(marathon, now)
}

function OrganiseLink({ marathon: { _id: id } }: { marathon: MarathonView }) {
  return (
    <ButtonLink to="/dashboard/myMarathons/$id" params={{ id }} size="lg" className="px-3!">
      {texts.organiseIt()}
    </ButtonLink>
  )
}
