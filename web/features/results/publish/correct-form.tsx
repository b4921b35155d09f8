import { useState } from 'react'
import { recordError } from '../../../../contract/errors.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { correctionReasonSchema } from '../../../../contract/results/public-list-schema.ts'
import { lengthOf, normaliseText } from '../../../../contract/text/plain-text.ts'
import { signResults } from '../../../calls/official.ts'
import { checkFields } from '../../../forms/check-fields.ts'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { withSession } from '../../../session/with-session.ts'
import { useAccount } from '../../../store/account-context.tsx'
import { askForSync } from '../../../store/sync-status.ts'
import * as texts from '../../../texts/compiled/publish.js'
import { Button } from '../../../ui/button.tsx'
import { infoPopUp, successPopUp } from '../../../ui/dialogs/pop-up.ts'
import { TextArea } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { signFailure } from './sign-failure.ts'

type CorrectFormProps = { marathonId: string; digest: string; reread: () => Promise<unknown>; isBlocked: boolean }

/** Corrects official results, with the reason that everybody reads. The text stays until the server has it. */
export function CorrectForm({ marathonId, digest, reread, isBlocked }: CorrectFormProps) {
  const { db } = useAccount()
  const [failure, setFailure] = useState('')
  const form = useForm({
    initial: { reason: '' },
    draftKey: `correct-results:${marathonId}`,
    check: (values) => checkFields(correctionReasonSchema, values, { reason: texts.reasonInSentence() }).errors ?? {},
    save: async (values) => {
      const { reason } = correctionReasonSchema.parse(values)
      setFailure('')
      try {
        const { corrected, rows } = await withSession(db.uid, () => signResults(marathonId, digest, reason))
        await form.reset()
        void (rows > 0
          ? successPopUp(texts.correctedTitle(), texts.correctedText({ count: corrected }))
          : infoPopUp(texts.nothingCorrected(), texts.nothingCorrectedText()))
        return undefined
      } catch (error) {
        recordError(error)
        setFailure(signFailure(error))
        return {}
      } finally {
        askForSync()
        void reread()
      }
    },
  })
  const length = lengthOf(normaliseText(form.values.reason))
  return (
    <form noValidate className="grid gap-3" aria-label={texts.correct()} {...form.props}>
      {form.restored && <RestoredNote onClear={form.reset} />}
      <TextArea
        label={texts.reason()}
        required
        rows={2}
        hint={texts.reasonHint({ length, most: MAX_LENGTH.reason })}
        {...form.bind('reason')}
      />
      <FormError>{failure || form.failure}</FormError>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={isBlocked}
        pending={form.pending}
        pendingLabel={texts.sending()}
      >
        {texts.correct()}
      </Button>
    </form>
  )
}
