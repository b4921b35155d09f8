import { useId, useMemo } from 'react'
import {
  cleanAnswer,
  type StaffField,
  type StaffValueField,
  staffValueField,
} from '../../../../contract/questions/questions.ts'
import { useSaveParts } from '../../../forms/files/use-save-parts.ts'
import { useForm } from '../../../forms/use-form.ts'
import { tellTrouble } from '../../../status/tell-verdict.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import { fillStaffField, otherwise } from '../../../store/rows/many/fill-staff-field.ts'
import * as common from '../../../texts/compiled/common.js'
import * as texts from '../../../texts/compiled/entrants.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { KnownValues } from './edit-field.tsx'
import { valueErrors } from './field-rules.ts'
import { knownValues } from './known-values.ts'

/** More verdicts do not come while one waits, and each change of the queue would look for all of them again. */
const MOST_AWAITED = 100

interface Wanted {
  entrants: ApplicationView[]
  field: StaffValueField
  value: string
  length: number
}

type FillFieldProps = {
  fields: readonly StaffField[]
  /** The entrants that are shown. */
  rows: ApplicationView[]
  onClose: () => void
}

/**
 * The dialog that fills in a field of staff for all that are shown. It says how many that changes, before and after a
 * tap.
 */
export function FillField({ fields, rows, onClose }: FillFieldProps) {
  const listId = useId()
  const { listed, label, save, stop } = useSaveParts<Wanted, ApplicationView[]>(rows, {
    save: (db, { entrants, field, value }, options) => fillStaffField(db, entrants, field, value, options),
    tell: (db, opIds) => tellTrouble(db, opIds.slice(0, MOST_AWAITED)),
  })
  const labelOf = (field: string) => fields.find(({ id }) => staffValueField(id) === field)?.label ?? ''
  const form = useForm({
    initial: { field: staffValueField(fields[0]?.id ?? '') as string, value: '' },
    check: ({ field, value }) => valueErrors(value, labelOf(field)),
    save: async () => {
      const stopped = await save({ entrants: changed, field, value, length: changed.length })
      if (stopped) return { stopped }
      onClose()
      return undefined
    },
  })
  const field = form.values.field as StaffValueField
  const value = cleanAnswer(form.values.value)
  const changed = useMemo(() => otherwise(listed, field, value), [listed, field, value])
  const replaced = useMemo(() => changed.filter((entrant) => (entrant[field] ?? '') !== '').length, [changed, field])
  const known = useMemo(() => knownValues(listed, field), [listed, field])
  const isShown = fields.some((one) => one.isShown && staffValueField(one.id) === field)
  return (
    <Dialog
      onClose={form.pending ? stop : onClose}
      title={texts.fillField()}
      description={texts.fillDescription({ count: listed.length })}
      cancelLabel={form.pending ? texts.stop() : common.cancel()}
      action={
        <Button
          type="submit"
          form="fill-field"
          pending={form.pending}
          pendingLabel={label}
          disabled={changed.length === 0}
        >
          {texts.fillCount({ count: changed.length })}
        </Button>
      }
    >
      <form id="fill-field" noValidate className="grid gap-5" {...form.props}>
        <SelectField label={texts.fillWhich()} {...form.bind('field')}>
          {fields.map(({ id, label: name }) => (
            <option key={id} value={staffValueField(id)}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.fillWith()}
          autoComplete="off"
          list={listId}
          hint={value === '' ? texts.fillEmptyHint() : isShown ? texts.fieldIsShown() : texts.fieldIsHidden()}
          {...form.bind('value')}
        />
        <KnownValues id={listId} known={known} />
        <p aria-live="polite" className="rounded-md bg-sunken px-4 py-3">
          {texts.fillReport({ changed: changed.length, replaced })}
        </p>
        <FormError>{form.failure}</FormError>
      </form>
    </Dialog>
  )
}
