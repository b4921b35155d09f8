import { useId } from 'react'
import { cleanAnswer, type StaffField, staffValueField } from '../../../../contract/questions/questions.ts'
import { EditDialog } from '../../../forms/edit-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import { tellTrouble } from '../../../status/tell-verdict.ts'
import { useAccount } from '../../../store/account-context.tsx'
import type { ApplicationView } from '../../../store/overlay.ts'
import { correctEntrant } from '../../../store/rows/entrant-edits.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { TextField } from '../../../ui/field.tsx'
import { valueErrors } from './field-rules.ts'

/** A field of staff of one entrant, which is opened for typing. */
export interface OpenField {
  entrant: ApplicationView
  field: StaffField
}

type EditFieldProps = OpenField & {
  /** What the field says of others: the browser offers it, so that “paid” is two letters. */
  known: readonly string[]
  onClose: () => void
}

/** The dialog with one field of staff of one entrant. */
export function EditField({ entrant, field: { id, label, isShown }, known, onClose }: EditFieldProps) {
  const { db } = useAccount()
  const listId = useId()
  const field = staffValueField(id)
  const seen = entrant[field] ?? ''
  const form = useForm({
    initial: { value: seen },
    check: ({ value }) => valueErrors(value, label),
    save: async ({ value }) => {
      const opIds = await correctEntrant(db, { ...entrant, [field]: seen }, { [field]: cleanAnswer(value) })
      onClose()
      void tellTrouble(db, opIds)
      return undefined
    },
  })
  return (
    <EditDialog
      id="edit-field"
      title={texts.fieldOfName({ label, name: entrantName(entrant) })}
      form={form}
      onClose={onClose}
    >
      <TextField
        ref={focusAndSelect}
        label={label}
        autoComplete="off"
        list={listId}
        hint={isShown && entrant.isClaimed ? texts.fieldIsShown() : texts.fieldIsHidden()}
        {...form.bind('value')}
      />
      <KnownValues id={listId} known={known} />
    </EditDialog>
  )
}

/** What a browser offers while somebody types. */
export function KnownValues({ id, known }: { id: string; known: readonly string[] }) {
  return (
    <datalist id={id}>
      {known.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

/** The dialog would focus its close button. Who fills in a field of many entrants types at once. */
function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}
