import { expected } from '../../contract/errors.ts'
import type { AccountDb } from '../store/account-db.ts'
import { awaitVerdict, type EditOutcome } from '../store/verdict.ts'
import * as texts from '../texts/compiled/sync.js'
import { infoPopUp, type NextStep } from '../ui/dialogs/pop-up.ts'

/**
 * Shows the outcome of an edit. Only an accepted edit is shown as a success. The texts of rejections are loaded when one
 * is needed. If they cannot be had, the message says only that the edit was not accepted.
 * @param next where an edit that waits leads on to
 */
export async function tellVerdict(outcome: EditOutcome, success: () => Promise<void>, next?: NextStep): Promise<void> {
  switch (outcome.kind) {
    case 'accepted':
      return success()
    case 'waiting':
      return infoPopUp(texts.savedHere(), texts.savedHereText(), 'info', next)
    case 'parked':
      return infoPopUp(texts.setAside(), texts.setAsideText(), 'warning')
    case 'gone':
      return infoPopUp(texts.notSent(), texts.notSentText(), 'warning')
    case 'rejected': {
      const { code = 'UNAVAILABLE', op, fields } = outcome.item
      const rejections = await import('./rejection-message.ts').catch(() => expected('no-code', null))
      const reason = rejections?.rejectionMessage(code, op, fields).message
      const text = reason ? texts.notAcceptedBecause({ reason }) : texts.notAcceptedText()
      return infoPopUp(texts.notAccepted(), text, 'warning')
    }
    case 'clash':
      return infoPopUp(texts.clash(), texts.clashText(), 'warning')
  }
}

/**
 * Tells the user of edits whose row says the rest: only when the server did not take one as it was. One that is taken,
 * or that waits, needs no words and no tap.
 */
export async function tellTrouble(db: AccountDb, opIds: readonly string[]): Promise<void> {
  if (opIds.length === 0) return
  const outcome = await awaitVerdict(db, opIds)
  if (outcome.kind !== 'accepted' && outcome.kind !== 'waiting') await tellVerdict(outcome, async () => undefined)
}
