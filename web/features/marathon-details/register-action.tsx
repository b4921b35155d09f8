import { isFull, isUndrawn } from '../../../contract/places.ts'
import { isRegistrationOpen } from '../../../contract/time/dates.ts'
import { ballotMessage } from '../../marathon/ballot.ts'
import { cancelledMessage, windowMessage } from '../../marathon/registration-window.ts'
import { waitingListOffer } from '../../marathon/waiting-list.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** The link 'Register Now' while the window is open, else the reason why it is not. */
export function RegisterAction({ marathon, now }: { marathon: MarathonView; now: number }) {
  const open = isRegistrationOpen(marathon, now)
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
