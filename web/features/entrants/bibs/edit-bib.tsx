import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { EditDialog } from '../../../forms/edit-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import { useAccount } from '../../../store/account-context.tsx'
import type { ApplicationView } from '../../../store/overlay.ts'
import { assignBibs } from '../../../store/rows/many/assign-bibs.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { TextField } from '../../../ui/field.tsx'
import { bibErrors, bibOfText } from './bib-rules.ts'
import { tellRejectedBibs } from './tell-rejected-bibs.ts'

type EditBibProps = { entrant: ApplicationView; entrants: ApplicationView[]; onClose: () => void }

/** The dialog with the bib of one entrant. */
export function EditBib({ entrant, entrants, onClose }: EditBibProps) {
  const { db } = useAccount()
  const form = useForm({
    initial: { bib: entrant.bib ?? '' },
    check: ({ bib }) => bibErrors(entrants, entrant, bib),
    save: async ({ bib }) => {
      const opIds = await assignBibs(db, [{ application: entrant, bib: bibOfText(bib) }])
      onClose()
      void tellRejectedBibs(db, opIds)
      return undefined
    },
  })
  return (
    <EditDialog id="edit-bib" title={texts.bibOf({ name: entrantName(entrant) })} form={form} onClose={onClose}>
      <TextField
        ref={focusAndSelect}
        label={texts.bib()}
        inputMode="text"
        autoComplete="off"
        className="numeral text-2xl!"
        hint={texts.bibHint({ most: MAX_LENGTH.bib })}
        {...form.bind('bib')}
      />
    </EditDialog>
  )
}

/** The dialog would focus its close button. An organiser who gives out bibs types at once. */
function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}
