import { fieldOf } from '../../../contract/fields.ts'
import { shownZone } from '../../../contract/time/zone-name.ts'
import { DeferToField } from '../../forms/defer-to-field.tsx'
import { DistanceField } from '../../forms/distance-field.tsx'
import { FieldControl } from '../../forms/field-control.tsx'
import { toSentences } from '../../forms/field-errors.ts'
import { labelOf } from '../../forms/labels.ts'
import { PerAccountField } from '../../forms/per-account-field.tsx'
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

const FORM_ID = 'edit-again'

type EditAgainProps = { item: InboxRecord; marathon: OpMarathon; onClose: () => void }

/**
 * A form with a rejected edit. The server's errors are beside the fields. If another window handles the item meanwhile,
 * the form stays with what was typed.
 */
export function EditAgain({ item, marathon, onClose }: EditAgainProps) {
  const { db } = useAccount()
  const { op } = item
  // The edit of a marathon may lack its zone. Its times are still typed in that zone.
  const zone = marathon.timeZone || readerTimeZone()
  const form = useForm({
    initial: editableValues(op, zone),
    initialErrors: toSentences(item.fields ?? {}),
    draftKey: `edit-again:${item.opId}`,
    check: (values) => patchErrors(op, patchedOp(op, values, zone)),
    save: async (values) => {
      const opId = await sendAgain(db, item, patchedOp(op, values, zone))
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
      description={describeOp(op, marathon.title, marathon.entrant)}
      action={
        <Button type="submit" form={FORM_ID} pending={form.pending}>
          {texts.sendAgain()}
        </Button>
      }
    >
      <form id={FORM_ID} noValidate className="grid gap-5" {...form.props}>
        {Object.keys(form.values).map((field) => (
          <PatchField key={field} field={field} zone={form.values.timeZone || zone} bound={form.bind(field)} />
        ))}
        <FormError>{form.failure}</FormError>
      </form>
    </Dialog>
  )
}

/** The hint that a time is in the marathon's zone; undefined if the reader has the same zone. */
function zoneHint(zone: string): string | undefined {
  return zone === readerTimeZone() ? undefined : texts.zoneHint({ zone: shownZone(zone) })
}

function PatchField({ field, zone, bound }: { field: string; zone: string; bound: BoundField }) {
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
      return field === 'perAccount' ? <PerAccountField {...bound} /> : <FieldControl {...bound} />
  }
}
