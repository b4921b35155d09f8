import { correctSchema } from '../../../contract/application.ts'
import { answerField, questionsOf } from '../../../contract/questions/questions.ts'
import { answerErrors, answerValues, cleanAnswers } from '../../forms/answers.ts'
import { AskedFields } from '../../forms/asked-fields.tsx'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { tellTrouble } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { correctEntrant } from '../../store/rows/entrant-edits.ts'
import * as texts from '../../texts/compiled/entrant.js'
import { entrantName } from '../entrant-name.ts'
import { owedWaivers } from './owed-waivers.ts'

type SignWaiverProps = {
  entrant: ApplicationView
  marathon: MarathonView
  onClose: () => void
  /** Runs once the signature is stored. */
  onSigned?: (() => void) | undefined
}

/** The dialog in which who stands at the desk signs, with the helper's account. It keeps no draft: nobody signs later. */
export function SignWaiver({ entrant, marathon, onClose, onSigned }: SignWaiverProps) {
  const { db, author } = useAccount()
  const all = questionsOf(marathon)
  const waivers = owedWaivers(marathon, entrant)
  const seen = answerValues(all, entrant)
  const isWanted = new Set<string>(waivers.map(({ id }) => answerField(id)))
  const form = useForm({
    initial: seen,
    check: (values) => answerErrors(marathon, values, answerValues(waivers)),
    save: async (values) => {
      const answers = Object.entries(cleanAnswers(all, values)).filter(([field]) => isWanted.has(field))
      const opIds = await correctEntrant(db, { ...entrant, ...seen }, correctSchema.parse(Object.fromEntries(answers)))
      onClose()
      onSigned?.()
      void tellTrouble(db, opIds, { asked: marathon })
      return undefined
    },
  })
  return (
    <EditDialog
      id="sign-waiver"
      title={texts.signTitle({ name: entrantName(entrant) })}
      form={form}
      saveLabel={texts.signSave()}
      onClose={onClose}
    >
      <AskedFields
        marathon={marathon}
        questions={waivers}
        bind={form.bind}
        signer={author.name}
        runner={entrantName(entrant)}
        focusWrong={form.focusWrong}
      />
    </EditDialog>
  )
}
