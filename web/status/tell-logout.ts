import type { LogoutOutcome } from '../session/session-store.ts'
import * as texts from '../texts/compiled/shared.js'
import { infoPopUp } from '../ui/dialogs/pop-up.ts'

/** Shows what became of a logout. Only a complete one is shown as a success. */
export async function tellLogout(outcome: LogoutOutcome, success?: () => Promise<void>): Promise<void> {
  switch (outcome) {
    case 'ended':
      return success?.()
    case 'wiped-later':
      return infoPopUp(texts.loggedOut(), texts.dataMayBeLeft(), 'warning')
    case 'other-account':
      return infoPopUp(texts.notLoggedOut(), texts.otherAccountLoggedIn(), 'warning')
  }
}
