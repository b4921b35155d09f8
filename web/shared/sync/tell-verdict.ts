import type { EditOutcome } from '../../data/verdict.ts'
import { infoPopUp } from '../../ui/pop-up.ts'

/**
 * Shows the outcome of an edit. Only an accepted edit is shown as a success. The texts of rejections are loaded when one
 * is needed. If they cannot be had, the message says only that the edit was not accepted.
 */
export async function tellVerdict(outcome: EditOutcome, success: () => Promise<void>): Promise<void> {
  switch (outcome.kind) {
    case 'accepted':
      return success()
    case 'waiting':
      return infoPopUp('Saved on this phone.', 'It is sent by itself as soon as there is a network.')
    case 'gone':
      return infoPopUp('Not sent', 'This change was discarded in another window before it was sent.', 'warning')
    case 'rejected': {
      const { code = 'UNAVAILABLE', op, fields } = outcome.item
      const texts = await import('./rejection-message.ts').catch(() => null)
      const reason = texts ? `${texts.rejectionMessage(code, op, fields).message} ` : ''
      return infoPopUp('Not accepted', `${reason}What you wrote is kept under Unsent changes.`, 'warning')
    }
    case 'clash':
      return infoPopUp(
        'Changed elsewhere too',
        'A field you changed was changed by somebody else as well. Choose under Unsent changes which one stays.',
        'warning',
      )
  }
}
