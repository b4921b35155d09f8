import { fieldOf } from '../../../contract/fields.ts'
import { type Answers, isAnswer } from '../../../contract/questions/questions.ts'
import { shownZone } from '../../../contract/time/zone-name.ts'
import { answerValues } from '../../forms/answers.ts'
import { AskedFields } from '../../forms/asked-fields.tsx'
import { DeferToField } from '../../forms/defer-to-field.tsx'
import { DistanceField } from '../../forms/distance-field.tsx'
import { FieldControl } from '../../forms/field-control.tsx'
import { toSentences } from '../../forms/field-errors.ts'
import { HidesNameField } from '../../forms/hides-name-field.tsx'
import { answerLabels, labelOf } from '../../forms/labels.ts'
import { PerAccountField } from '../../forms/per-account-field.tsx'
import { AskedPart } from '../../forms/questions/asked-parts.tsx'
import { isAskedField } from '../../forms/questions/stored-asked.ts'
import { RegistrationField } from '../../forms/registration-field.tsx'
import { TimeZoneField } from '../../forms/time-zone-field.tsx'
import { type BoundField, useForm } from '../../forms/use-form.ts'
import { describeOp } from '../../status/describe-op.ts'
import { editableValues, patchErrors, patchedOp } from '../../status/patch-values.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { InboxRecord } from '../../store/account-db.ts'
import { sendAgain } from '../../store/handle-unsent.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import { askForSync } from '../../store/sync-status.ts'
import * as texts from '../../texts/compiled/unsent.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { readerTimeZone } from '../../ui/format/format.ts'

import { answersAgain, changedAgain, questionsAgain, seenAgain, wrongAgain } from './asked-again.ts'

const FORM_ID = 'edit-again'
/** Edits by staff of the entries of others. */
const OF_STAFF = ['application.walkIn', 'application.correct']

type EditAgainProps = { item: InboxRecord; marathon: OpMarathon; onClose: () => void }

/**
 * A form with a rejected edit. The server's errors are beside the fields. If another window handles the item meanwhile,
 * the form stays with what was typed.
 */
export function EditAgain({ item, marathon, onClose }: EditAgainProps) {
  const { db, author } = useAccount()
  const { op } = item
  const { asked, entrant } = marathon
  // The edit of a marathon may lack its zone. Its times are still typed in that zone.
  const zone = marathon.timeZone || readerTimeZone()
  const questions = questionsAgain(item, marathon)
  const labels = answerLabels(asked)
  const answers = answerValues(questions, answersAgain(item, marathon))
  const others = Object.entries(editableValues(op, zone)).filter(([field]) => !(field in answers))
  // The answer to a question that is gone stays in the edit as it is.
  const shown = Object.fromEntries(others.filter(([field]) => !isAnswer(field) || field in labels))
  const patched = (values: Record<string, string>) => ({
    ...patchedOp(op, Object.fromEntries(Object.keys(shown).map((field) => [field, values[field] ?? ''])), zone),
    ...changedAgain(item, marathon, questions, values),
  })
  const form = useForm<Record<string, string>, Answers>({
    initial: { ...shown, ...answers },
    row: answerValues(questions, marathon.entry),
    initialErrors: toSentences(item.fields ?? {}, labels),
    draftKey: `edit-again:${item.opId}`,
    check: (values) => {
      const patch = patched(values)
      return { ...wrongAgain(item, marathon, patch), ...patchErrors(op, patch, labels) }
    },
    save: async (values, seen) => {
      const patch = patched(values)
      const opId = await sendAgain(db, item, patch, seenAgain(item, { ...marathon, entry: seen }, patch))
      if (opId === null) {
        return { form: texts.handledElsewhere() }
      }
      askForSync()
      await form.clearDraft()
      onClose()
      return undefined
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={texts.editAndSend()}
      description={describeOp(op, marathon.title, marathon.entrant, marathon.asked)}
      action={
        <Button type="submit" form={FORM_ID} pending={form.pending}>
          {texts.sendAgain()}
        </Button>
      }
    >
      <form id={FORM_ID} noValidate className="grid gap-5" {...form.props}>
        {Object.keys(shown).map((field) =>
          isAskedField(field) ? (
            <AskedPart
              key={field}
              field={field}
              value={form.values[field] ?? ''}
              onChange={(value) => form.set(field, value)}
              before={String(op.base?.[field] ?? '')}
              errors={form.errors}
              focusWrong={form.focusWrong}
              day=""
            />
          ) : (
            <PatchField
              key={field}
              field={field}
              label={labels[field]}
              zone={form.values.timeZone || zone}
              isOfOther={OF_STAFF.includes(op.type)}
              bound={form.bind(field)}
            />
          ),
        )}
        {asked && (
          <AskedFields
            marathon={asked}
            questions={questions}
            bind={form.bind}
            signer={author.name}
            {...(entrant !== undefined && { runner: entrant })}
            focusWrong={form.focusWrong}
          />
        )}
        <FormError>{form.failure}</FormError>
      </form>
    </Dialog>
  )
}

/** The hint that a time is in the marathon's zone; undefined if the reader has the same zone. */
function zoneHint(zone: string): string | undefined {
  return zone === readerTimeZone() ? undefined : texts.zoneHint({ zone: shownZone(zone) })
}

interface PatchFieldProps {
  field: string
  label: string | undefined
  zone: string
  /** Does the edit change an entry of somebody else? */
  isOfOther: boolean
  bound: BoundField
}

function PatchField({ field, label, zone, isOfOther, bound }: PatchFieldProps) {
  switch (fieldOf(field)?.kind) {
    case 'distance':
      return <DistanceField {...bound} />
    case 'registration':
      return <RegistrationField {...bound} />
    case 'event':
      return <DeferToField after="" {...bound} />
    case 'timeZone':
      return <TimeZoneField {...bound} />
    case 'instant':
      return <TextField label={labelOf(field)} type="datetime-local" step="1" hint={zoneHint(zone)} {...bound} />
    default:
      if (field === 'hidesName') return <HidesNameField {...bound} isOfOther={isOfOther} />
      return field === 'perAccount' ? <PerAccountField {...bound} /> : <FieldControl label={label} {...bound} />
  }
}
