import { type CorrectPatch, correctSchema } from '../../../contract/application.ts'
import { ASKED } from '../../../contract/fields.ts'
import { may, type Role } from '../../../contract/roles.ts'
import { OtherFields, PersonFields } from '../../forms/application-fields.tsx'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { checkFields } from '../../forms/field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { tellTrouble } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView } from '../../store/overlay.ts'
import { correctEntrant } from '../../store/rows/entrant-edits.ts'
import * as texts from '../../texts/compiled/entrant.js'
import { entrantName } from '../entrant-name.ts'

type Field = (typeof ASKED)[number]
const NAMES: readonly Field[] = ['firstName', 'lastName']

type CorrectEntrantProps = { entrant: ApplicationView; role: Role | null; onClose: () => void }

/** The dialog in which staff correct an entry. Who sees no contact data corrects the name. */
export function CorrectEntrant({ entrant, role, onClose }: CorrectEntrantProps) {
  const { db } = useAccount()
  const isWhole = may(role, 'organise')
  const fields = isWhole ? ASKED : NAMES
  const initial = Object.fromEntries(fields.map((name) => [name, entrant[name]])) as Record<Field, string>
  // Only changed fields are checked, so that an old value that breaks a newer rule does not block the form.
  const changed = (values: typeof initial) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== initial[name as Field]))
  const form = useForm({
    initial,
    draftKey: `${isWhole ? 'correct-entrant' : 'correct-name'}:${entrant.marathonId}:${entrant._id}`,
    check: (values) => checkFields(correctSchema, changed(values)).errors ?? {},
    save: async (values) => {
      const patch: CorrectPatch = correctSchema.parse(changed(values))
      const opIds = await correctEntrant(db, entrant, patch)
      await form.clearDraft()
      onClose()
      void tellTrouble(db, opIds)
      return undefined
    },
  })
  // The browser would offer what it knows of the user, and this is somebody else.
  const bind = (name: Field) => Object.assign(form.bind(name), { autoComplete: 'off' })
  return (
    <EditDialog
      id="correct-entrant"
      title={texts.correctTitle({ name: entrantName(entrant) })}
      form={form}
      onClose={onClose}
    >
      {entrant.isClaimed && <p>{texts.correctTold()}</p>}
      <PersonFields bind={bind} required={false} />
      <OtherFields names={fields} bind={bind} />
    </EditDialog>
  )
}
