import type { SyncPhase } from '../../store/sync-status.ts'
import * as texts from '../../texts/compiled/sync.js'

/** The phase of sync as a text, for the screen of the unsent changes. */
export function syncPhaseMessage(phase: SyncPhase): string {
  switch (phase) {
    case 'idle':
      return texts.connected()
    case 'sending':
      return texts.sending()
    case 'offline':
      return texts.offlineSends()
    case 'portal':
      return texts.portal()
    case 'failing':
      return texts.failing()
    case 'not-sent':
      return texts.notSentYet()
    case 'cannot-renew':
      return texts.cannotRenew()
    case 'busy':
      return texts.busy()
    case 'storage-full':
      return texts.storageFull()
    case 'needs-sign-in':
      return texts.logInToSend()
    case 'needs-update':
      return texts.tooOldToSend()
  }
}
