import type { SyncPhase } from '../../data/sync-status.ts'
import { PORTAL_MESSAGE } from './portal-message.ts'

/** The phase of sync as a text, for the screen of the unsent changes. */
export function syncPhaseMessage(phase: SyncPhase): string {
  switch (phase) {
    case 'idle':
      return 'Connected.'
    case 'sending':
      return 'Sending…'
    case 'offline':
      return 'You are offline. It is sent by itself once there is a network.'
    case 'portal':
      return PORTAL_MESSAGE
    case 'failing':
      return 'The server does not answer as it should. It is tried again by itself.'
    case 'busy':
      return 'The server takes only so many changes at once. The rest is sent by itself, a little later.'
    case 'storage-full':
      return 'This phone’s storage is full: what the server answers cannot be saved. Free some space, then try again.'
    case 'needs-sign-in':
      return 'Log in again to send.'
    case 'needs-update':
      return 'This version of the app is too old to send. Close it and open it again.'
  }
}
