import { MAX_BODY_BYTES } from '../../../contract/limits.ts'
import type { ParkReason } from '../../data/account-db.ts'
import * as texts from '../../texts/compiled/unsent.js'

const TEXTS: Record<ParkReason, () => string> = {
  'rests-on-parked': texts.parkedRestsOn,
  failing: texts.parkedFailing,
  'other-account': texts.parkedOtherAccount,
  'too-large': () => texts.parkedTooLarge({ bytes: String(MAX_BODY_BYTES) }),
}

/** What older versions stored instead of a code. */
const OLD_REASONS = new Map<string, ParkReason>([
  ['It rests on an earlier change that is set aside.', 'rests-on-parked'],
  ['The server failed on it again and again, while it took the others.', 'failing'],
  ['This operation belongs to another account.', 'other-account'],
  [`The body must be at most ${MAX_BODY_BYTES} bytes.`, 'too-large'],
])

/** Why an edit is parked, as a text. What the server found wrong is shown as it is. */
export function parkMessage(reason: string | undefined): string {
  if (reason === undefined) return texts.parked()
  const code = OLD_REASONS.get(reason) ?? reason
  return isParkReason(code) ? TEXTS[code]() : reason
}

function isParkReason(code: string): code is ParkReason {
  return Object.hasOwn(TEXTS, code)
}
