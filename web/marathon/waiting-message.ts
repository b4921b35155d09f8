import { isUndrawn } from '../../contract/places.ts'
import type { SyncApplication } from '../../contract/sync.ts'
import { isRegistrationOpen } from '../../contract/time/dates.ts'
import * as texts from '../texts/compiled/marathon.js'
import { closeOf, type RegistrationWindow, windowMessage } from './registration-window.ts'

/**
 * The text of an application that waits to be sent. It never says that the runner is registered.
 * @param application as the phone shows it; without it, the marathon tells what the runner applied for
 */
export function waitingMessage(
  marathon: RegistrationWindow & { registration: string; seed: string | null },
  now: number,
  { status, isTaken }: { status?: SyncApplication['status']; isTaken?: boolean } = {},
): string {
  // The window does not matter to it.
  if (isTaken) return texts.unsentTaken()
  const state = status === 'waiting' ? 'waiting' : isUndrawn(marathon) ? 'ballot' : 'registered'
  if (marathon.cancelled) return texts.unsentCancelled({ state })
  if (!isRegistrationOpen(marathon, now)) return texts.unsentNotOpen({ state, window: windowMessage(marathon, now) })
  const close = closeOf(marathon, now)
  switch (close.is) {
    case 'today':
      return texts.unsentClosesToday({ state, time: close.time })
    case 'tomorrow':
      return texts.unsentClosesTomorrow({ state })
    case 'in-days':
      return texts.unsentClosesInDays({ state, days: close.days })
    case 'far':
      return texts.unsentClosesOn({ state, day: close.day })
  }
}
