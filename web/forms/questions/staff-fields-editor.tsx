import { MAX_STAFF_FIELDS, staffFieldsOf } from '../../../contract/questions/questions.ts'
import * as texts from '../../texts/compiled/asked.js'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/icons/screen-icons.tsx'
import { CheckField } from './check-field.tsx'
import { RemovedNote, useRemoved } from './removed-note.tsx'
import type { EditorProps } from './stored-asked.ts'
import { typedFields } from './typed-names.ts'
import { newQuestionId, writeTyped } from './typed-questions.ts'

/** The fields that owner and organisers fill in of each entry. Who sees one is fixed once it is saved. */
export function StaffFieldsEditor({ value, onChange, before, errors }: EditorProps) {
  const list = typedFields(value)
  const write = (next: typeof list) => onChange(writeTyped(next))
  const saved = new Set(staffFieldsOf({ staffFields: before }).map(({ id }) => id))
  const { remove, removed } = useRemoved(list, write)
  const isFull = list.length >= MAX_STAFF_FIELDS
  return (
    <div className="grid gap-4">
      {list.length > 0 && (
        <ol className="grid gap-3">
          {list.map((field, index) => {
            const name = `staffFields.${index}.label`
            const label = field.label.trim() || texts.fieldNumber({ n: index + 1 })
            return (
              <li key={field.id} className="grid gap-3 rounded-md border-2 border-line p-3">
                <TextField
                  label={texts.fieldName()}
                  required
                  autoComplete="off"
                  name={name}
                  value={field.label}
                  error={errors[name]}
                  onChange={(event) => write(list.with(index, { ...field, label: event.target.value }))}
                />
                <CheckField
                  label={texts.isShown()}
                  hint={texts.isShownHint()}
                  checked={field.isShown}
                  disabled={saved.has(field.id)}
                  onChange={(isShown) => write(list.with(index, { ...field, isShown }))}
                />
                <Button
                  variant="danger"
                  className="justify-self-start"
                  aria-label={texts.removeNamed({ label })}
                  onClick={() => remove(index, label, saved.has(field.id))}
                >
                  <DeleteIcon size={20} />
                  <span>{texts.remove()}</span>
                </Button>
              </li>
            )
          })}
        </ol>
      )}
      <RemovedNote removed={removed} isFull={isFull} />
      {isFull ? (
        <p className="text-ink-soft">{texts.mostFields({ max: MAX_STAFF_FIELDS })}</p>
      ) : (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => write([...list, { id: newQuestionId(), label: '', isShown: false }])}
        >
          <PlusIcon size={18} />
          <span>{texts.addField()}</span>
        </Button>
      )}
    </div>
  )
}
