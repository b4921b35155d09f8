import { windowState } from '../../../contract/dates.ts'
import { type EventWindow, windowInWords } from './registration-window.ts'

/** What a queued application is called, by the server's clock: never registered. */
export function waitingWords(event: EventWindow, now: number): string {
  const saved = 'Saved on this phone. Not registered until sent;'
  const words = windowInWords(event, now)
  if (windowState(event, now) !== 'open') return `${saved} registration is not open now (${words}).`
  return `${saved} registration ${words.replace(/^Open, /, '').replace(/^C/, 'c')}.`
}
