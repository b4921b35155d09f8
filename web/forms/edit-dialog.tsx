import type { ReactNode } from 'react'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/forms.js'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormError } from '../ui/form-error.tsx'
import { RestoredNote } from './restored-note.tsx'
import type { useForm } from './use-form.ts'

interface EditDialogProps {
  /** The id of the form. The save button is outside of it. */
  id: string
  title: string
  /** What `useForm` returns. */
  form: Pick<ReturnType<typeof useForm>, 'props' | 'pending' | 'restored' | 'failure' | 'reset'>
  onClose: () => void
  /** The texts of the two buttons. */
  saveLabel?: string
  closeLabel?: string
  /** The fields. */
  children: ReactNode
}

/** A dialog that edits a row. "Cancel" drops the draft. Closing the dialog in another way keeps it. */
export function EditDialog({
  id,
  title,
  form,
  onClose,
  saveLabel = common.saveChanges(),
  closeLabel = common.cancel(),
  children,
}: EditDialogProps) {
  const cancel = async () => {
    await form.reset()
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      cancelLabel={closeLabel}
      onCancel={cancel}
      action={
        <Button type="submit" form={id} pending={form.pending} pendingLabel={texts.saving()}>
          {saveLabel}
        </Button>
      }
    >
      <form id={id} noValidate className="grid gap-5" {...form.props}>
        {form.restored && <RestoredNote onClear={form.reset} />}
        {children}
        <FormError>{form.failure}</FormError>
      </form>
    </Dialog>
  )
}
