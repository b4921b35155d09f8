import { isRegistrationOpen } from '../../../contract/dates.ts'
import { isUndrawn } from './ballot.ts'
import { type RegistrationWindow, windowMessage } from './registration-window.ts'

/** The text of an application that waits. It never says that the runner is registered. */
export function waitingMessage(
  marathon: RegistrationWindow & { registration?: string; seed?: string | null },
  now: number,
): string {
  const saved = `Saved on this phone. Not ${isUndrawn(marathon) ? 'in the ballot' : 'registered'} until sent;`
  if (marathon.cancelled) return `${saved} the event is cancelled.`
  const words = windowMessage(marathon, now)
  if (!isRegistrationOpen(marathon, now)) return `${saved} registration is not open now (${words}).`
  return `${saved} registration ${words.replace(/^Open, /, '').replace(/^C/, 'c')}.`
}
