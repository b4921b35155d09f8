import { windowState } from '../../../contract/dates.ts'
import { type RegistrationWindow, windowMessage } from './registration-window.ts'

/** The text of an application that waits. It never says that the runner is registered. */
export function waitingMessage(marathon: RegistrationWindow, now: number): string {
  const saved = 'Saved on this phone. Not registered until sent;'
  const words = windowMessage(marathon, now)
  if (windowState(marathon, now) !== 'open') return `${saved} registration is not open now (${words}).`
  return `${saved} registration ${words.replace(/^Open, /, '').replace(/^C/, 'c')}.`
}
