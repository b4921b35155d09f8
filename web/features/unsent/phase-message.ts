import type { SyncPhase } from '../../store/sync-status.ts'
import * as texts from '../../texts/compiled/sync.js'

/** The phase of sync as a text, for the screen of the unsent changes. */
export const PHASE_MESSAGES: Record<SyncPhase, () => string> = {
  idle: texts.connected,
  sending: texts.sending,
  offline: texts.offlineSends,
  portal: texts.portal,
  failing: texts.failing,
  'not-sent': texts.notSentYet,
  'cannot-renew': texts.cannotRenew,
  busy: texts.busy,
  'storage-full': texts.storageFull,
  'needs-sign-in': texts.logInToSend,
  'needs-update': texts.tooOldToSend,
}
