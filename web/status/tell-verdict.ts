import { expected } from '../../contract/errors.ts'
import type { Asked } from '../forms/labels.ts'
import type { AccountDb } from '../store/account-db.ts'
import { awaitVerdict, type EditOutcome } from '../store/verdict.ts'
import * as texts from '../texts/compiled/sync.js'
import { editAndSend } from '../texts/compiled/unsent.js'
import { infoPopUp, type NextStep } from '../ui/dialogs/pop-up.ts'

/** What the form of an edit knows: what its marathon asks, and how the form of a rejected edit opens (`useEditAgain`). */
export interface EditForm {
  asked?: Asked | undefined
  editAgain?: (opId: string) => void
}

/**
 * Shows the outcome of an edit. Only an accepted edit is shown as a success. The texts of rejections are loaded when one
 * is needed. If they cannot be had, the message says only that the edit was not accepted.
 * @param next where an edit that waits leads on to
 * @param form of the edit, where it has one
 */
export async function tellVerdict(
  outcome: EditOutcome,
  success: () => Promise<void>,
  next?: NextStep,
  { asked, editAgain }: EditForm = {},
): Promise<void> {
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
      const { code = 'UNAVAILABLE', op, opId, fields } = outcome.item
      const rejections = await import('./rejection-message.ts').catch(() => expected('no-code', null))
      const found = rejections?.rejectionMessage(code, op, fields, undefined, asked)
      const text = found?.message ? texts.notAcceptedBecause({ reason: found.message }) : texts.notAcceptedText()
      const again =
        found?.remedy === 'edit' && editAgain ? { label: editAndSend(), go: () => editAgain(opId) } : undefined
      return infoPopUp(texts.notAccepted(), text, 'warning', again)
    }
    case 'clash':
      return infoPopUp(texts.clash(), texts.clashText(), 'warning')
  }
}

/**
 * Tells the user of edits whose row says the rest: only when the server did not take one as it was. One that is taken,
 * or that waits, needs no words and no tap.
 */
export async function tellTrouble(db: AccountDb, opIds: readonly string[], form?: EditForm): Promise<void> {
  if (opIds.length === 0) return
  const outcome = await awaitVerdict(db, opIds)
  if (outcome.kind !== 'accepted' && outcome.kind !== 'waiting')
    await tellVerdict(outcome, async () => undefined, undefined, form)
}
