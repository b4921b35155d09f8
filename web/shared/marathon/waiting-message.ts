import { windowState } from '../../../contract/dates.ts'
import { type RegistrationWindow, windowMessage } from './registration-window.ts'

/** What a queued application is called, by the server's clock: never registered. */
export function waitingMessage(marathon: RegistrationWindow, now: number): string {
  const saved = 'Saved on this phone. Not registered until sent;'
  const words = windowMessage(marathon, now)
  if (windowState(marathon, now) !== 'open') return `${saved} registration is not open now (${words}).`
  return `${saved} registration ${words.replace(/^Open, /, '').replace(/^C/, 'c')}.`
}
