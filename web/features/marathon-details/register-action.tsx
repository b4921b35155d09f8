import { isRegistrationOpen } from '../../../contract/dates.ts'
import { isFull, isUndrawn } from '../../../contract/places.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { ballotMessage } from '../../shared/marathon/ballot.ts'
import { cancelledMessage, windowMessage } from '../../shared/marathon/registration-window.ts'
import { waitingListOffer } from '../../shared/marathon/waiting-list.ts'
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
