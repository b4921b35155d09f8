import { MAX_BODY_BYTES } from '../../../contract/limits.ts'
import type { ParkReason } from '../../store/account-db.ts'
import * as texts from '../../texts/compiled/unsent.js'

const TEXTS: Record<ParkReason, () => string> = {
  'rests-on-parked': texts.parkedRestsOn,
  refused: texts.parkedRefused,
  failing: texts.parkedFailing,
  'other-account': texts.parkedOtherAccount,
  'too-large': () => texts.parkedTooLarge({ bytes: String(MAX_BODY_BYTES) }),
}

/** Why an edit is parked, as a text. */
export function parkMessage(reason: ParkReason): string {
  return TEXTS[reason]()
}
