import { MAX_BODY_BYTES } from '../../../contract/limits.ts'
import type { ParkReason } from '../../store/account-db.ts'
import * as texts from '../../texts/compiled/unsent.js'

const TEXTS: Record<ParkReason, () => string> = {
  'rests-on-parked': texts.parkedRestsOn,
  failing: texts.parkedFailing,
  'other-account': texts.parkedOtherAccount,
  'too-large': () => texts.parkedTooLarge({ bytes: String(MAX_BODY_BYTES) }),
}

/** Why an edit is parked, as a text. What the server found wrong is shown as it is. */
export function parkMessage(reason: string | undefined): string {
  if (reason === undefined) return texts.parked()
  return isParkReason(reason) ? TEXTS[reason]() : reason
}

function isParkReason(code: string): code is ParkReason {
  return Object.hasOwn(TEXTS, code)
}
