import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useAccount } from '../../data/account-context.tsx'
import type { InboxRecord } from '../../data/account-db.ts'
import { resolveConflict } from '../../data/unsent.ts'
import { labelOf } from '../-forms/labels.ts'
import { CopyButton, guarded } from './card-actions.tsx'
import { ChangeCard } from './change-card.tsx'
import { shownValue } from './shown-value.ts'

/** A clash, field by field: theirs stands on the server now, mine is sent again where it is chosen. */
export function ConflictCard({ answer, title }: { answer: InboxRecord; title: string }) {
  const { db } = useAccount()
  const conflicts = Object.entries(answer.conflicts ?? {})
  const [mine, setMine] = useState<readonly string[]>([])
  const choose = (field: string, keepMine: boolean) =>
    setMine((now) => (keepMine ? [...new Set([...now, field])] : now.filter((name) => name !== field)))
  const save = (fields: readonly string[]) => guarded(() => resolveConflict(db, answer, [...fields]))
  const several = conflicts.length > 1
  return (
    <ChangeCard
      op={answer.op}
      title={title}
      state="Needs you"
      tone="danger"
      actions={
        <>
          {several && <Button onClick={() => save(mine)}>Save my choices</Button>}
          <Button
            variant={several ? 'secondary' : 'primary'}
            onClick={() => save(several ? conflicts.map(([field]) => field) : mine)}
          >
            {several ? 'Keep all mine' : mine.length > 0 ? 'Keep mine' : 'Keep theirs'}
          </Button>
          {several && (
            <Button variant="secondary" onClick={() => save([])}>
              Keep all theirs
            </Button>
          )}
          <CopyButton op={answer.op} title={title} />
        </>
      }
    >
      <div className="mt-3 grid gap-4">
        {conflicts.map(([field, { yours, theirs }]) => (
          <fieldset key={field} className="grid gap-2 sm:grid-cols-2">
            <legend className="mb-1 font-sans text-base font-semibold [font-stretch:100%]">{labelOf(field)}</legend>
            <Choice
              group={`${answer.opId}-${field}`}
              label="Yours"
              value={shownValue(field, yours)}
              checked={mine.includes(field)}
              onChoose={() => choose(field, true)}
            />
            <Choice
              group={`${answer.opId}-${field}`}
              label="Theirs"
              value={shownValue(field, theirs)}
              checked={!mine.includes(field)}
              onChoose={() => choose(field, false)}
            />
          </fieldset>
        ))}
      </div>
    </ChangeCard>
  )
}

type ChoiceProps = { group: string; label: string; value: string; checked: boolean; onChoose: () => void }

function Choice({ group, label, value, checked, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-12 cursor-pointer items-start gap-3 rounded-md border-2 border-edge p-3 has-checked:border-action has-checked:bg-sunken"
    >
      <input
        id={id}
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0"
      />
      <span className="min-w-0">
        <span className="block text-sm text-ink-soft">{label}</span>
        <span className="whitespace-pre-line">{value}</span>
      </span>
    </label>
  )
}
