import { isFull, isUndrawn } from '../../../contract/places.ts'
import { isRegistrationOpen } from '../../../contract/time/dates.ts'
import { ballotMessage } from '../../marathon/ballot.ts'
import { hasCodeToShow, MyCodeLink } from '../../marathon/own-applications.tsx'
import { cancelledMessage, windowMessage } from '../../marathon/registration-window.ts'
import { waitingListOffer } from '../../marathon/waiting-list.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/marathon-details.js'
import { Button, ButtonLink } from '../../ui/button.tsx'

type RegisterActionProps = { marathon: MarathonView; applications: ApplicationView[]; now: number }

/**
 * The main action of the details: the user's code, if there is one to show. Else the link 'Register Now' while the window
 * is open, or the reason why it is not.
 */
export function RegisterAction({ marathon, applications, now }: RegisterActionProps) {
  const open = isRegistrationOpen(marathon, now)
  if (hasCodeToShow(applications, marathon, now)) {
    return (
      <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:items-center lg:grid lg:grid-flow-row">
        <MyCodeLink marathon={marathon} />
        {open && (
          <ButtonLink to="/marathon/registration/$id" params={{ id: marathon._id }} variant="secondary">
            {marathonTexts.another()}
          </ButtonLink>
        )}
      </div>
    )
  }
  return (
    <>
      {open ? (
        <ButtonLink
          to="/marathon/registration/$id"
          params={{ id: marathon._id }}
          size="lg"
          className="w-full md:w-auto"
        >
          {texts.registerNow()}
        </ButtonLink>
      ) : (
        <Button size="lg" disabled className="w-full md:w-auto">
          {texts.registrationClosed()}
        </Button>
      )}
      <p className="text-center text-sm text-ink-soft max-lg:line-clamp-2 md:text-start">
        {cancelledMessage(marathon) ??
          (isUndrawn(marathon)
            ? ballotMessage(marathon, now)
            : open && isFull(marathon)
              ? waitingListOffer(marathon)
              : windowMessage(marathon, now))}
      </p>
    </>
  )
}
