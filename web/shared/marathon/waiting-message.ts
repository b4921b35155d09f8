import { isRegistrationOpen } from '../../../contract/dates.ts'
import { isUndrawn } from '../../../contract/places.ts'
import type { SyncApplication } from '../../../contract/sync.ts'
import { type RegistrationWindow, windowMessage } from './registration-window.ts'

/**
 * The text of an application that waits to be sent. It never says that the runner is registered.
 * @param status what the phone shows of the application; without it, the marathon tells what the runner applied for
 */
export function waitingMessage(
  marathon: RegistrationWindow & { registration?: string; seed?: string | null },
  now: number,
  status?: SyncApplication['status'],
): string {
  const state = status === 'waiting' ? 'on the waiting list' : isUndrawn(marathon) ? 'in the ballot' : 'registered'
  const saved = `Saved on this phone. Not ${state} until sent;`
  if (marathon.cancelled) return `${saved} the event is cancelled.`
  const words = windowMessage(marathon, now)
  if (!isRegistrationOpen(marathon, now)) return `${saved} registration is not open now (${words}).`
  return `${saved} registration ${words.replace(/^Open, /, '').replace(/^C/, 'c')}.`
}
