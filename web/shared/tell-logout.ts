import type { LogoutOutcome } from '../auth/session-store.ts'
import { infoPopUp } from '../ui/pop-up.ts'

/** Shows what became of a logout. Only a complete one is shown as a success. */
export async function tellLogout(outcome: LogoutOutcome, success?: () => Promise<void>): Promise<void> {
  switch (outcome) {
    case 'ended':
      return success?.()
    case 'wiped-later':
      return infoPopUp(
        'You are logged out',
        'Some data of your account may still be on this phone. Close all other windows of this app, then open it again: that deletes the data.',
        'warning',
      )
    case 'other-account':
      return infoPopUp('Not logged out', 'Another account has logged in in another window meanwhile.', 'warning')
  }
}
