import { type ReactNode, useState } from 'react'
import { hasForgotten } from '../../../contract/ops.ts'
import type { Conflict } from '../../../contract/sync.ts'
import { labelOf } from '../../forms/labels.ts'
import { shownValue } from '../../status/shown-value.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { InboxRecord } from '../../store/account-db.ts'
import { dismissInboxItems, resolveConflict } from '../../store/handle-unsent.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import { askForSync } from '../../store/sync-status.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/unsent.js'
import { Button } from '../../ui/button.tsx'
import { isSecondTap } from '../../ui/dialogs/double-tap.ts'
import { CopyEditButton } from './card-actions.tsx'
import { ChangeCard } from './change-card.tsx'

type ConflictCardProps = { item: InboxRecord; marathon: OpMarathon }

/** The card of a clash. The server has its own value. If the user chooses the other value, it is sent again. */
export function ConflictCard({ item, marathon }: ConflictCardProps) {
  const { db } = useAccount()
  const conflicts = Object.entries(item.conflicts ?? {})
  const save = (mine: readonly string[]) =>
    withStorageMessage(async () => {
      if (isSecondTap(item.opId)) return
      await resolveConflict(db, item, [...mine])
      if (mine.length > 0) askForSync()
    })
  if (hasForgotten(item.op)) return <ForgottenClash item={item} marathon={marathon} />
  const [only, second] = conflicts
  const card = (actions: ReactNode, children: ReactNode) => (
    <ChangeCard
      op={item.op}
      marathon={marathon}
      state={texts.needsYou()}
      tone="danger"
      actions={
        <>
          {actions}
          <CopyEditButton op={item.op} marathon={marathon} />
        </>
      }
    >
      {children}
    </ChangeCard>
  )
  if (only && !second) {
    return card(null, <OneField field={only[0]} conflict={only[1]} marathon={marathon} onSave={save} />)
  }
  return <SeveralFields conflicts={conflicts} group={item.opId} marathon={marathon} onSave={save} card={card} />
}

/** A clash whose values have left this phone: there is nothing to choose from. */
function ForgottenClash({ item, marathon }: ConflictCardProps) {
  const { db } = useAccount()
  return (
    <ChangeCard
      op={item.op}
      marathon={marathon}
      state={texts.needsYou()}
      tone="danger"
      actions={<Button onClick={() => withStorageMessage(() => dismissInboxItems(db, [item]))}>{common.ok()}</Button>}
    />
  )
}

/** A field's value. A logout has removed what the user has only seen of others: then the value is undefined. */
function clashValue(field: string, value: unknown, { timeZone, asked }: OpMarathon): string {
  return value === undefined ? texts.notHere() : shownValue(field, value, timeZone || undefined, asked)
}

type OnSave = (mine: readonly string[]) => Promise<void>
type OneFieldProps = { field: string; conflict: Conflict; marathon: OpMarathon; onSave: OnSave }

/** One clashing field. Each value has its own button, so one tap decides. */
function OneField({ field, conflict: { yours, theirs }, marathon, onSave }: OneFieldProps) {
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 font-sans text-base font-semibold [font-stretch:100%]">
        {labelOf(field, marathon.asked)}
      </legend>
      <div className="grid grid-cols-2 gap-3">
        <div className="flex min-w-0 flex-col justify-between gap-3 rounded-md border-2 border-edge p-3">
          <Value label={texts.yours()} value={clashValue(field, yours, marathon)} />
          <Button className="px-2!" onClick={() => onSave([field])}>
            {texts.keepMine()}
          </Button>
        </div>
        <div className="flex min-w-0 flex-col justify-between gap-3 rounded-md border-2 border-edge p-3">
          <Value label={texts.theirs()} value={clashValue(field, theirs, marathon)} />
          <Button variant="secondary" className="px-2!" onClick={() => onSave([])}>
            {texts.keepTheirs()}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

type SeveralFieldsProps = {
  conflicts: [field: string, conflict: Conflict][]
  group: string
  marathon: OpMarathon
  onSave: OnSave
  card: (actions: ReactNode, children: ReactNode) => ReactNode
}

function SeveralFields({ conflicts, group, marathon, onSave, card }: SeveralFieldsProps) {
  const [mine, setMine] = useState<readonly string[]>([])
  const choose = (field: string, keepMine: boolean) =>
    setMine((now) => (keepMine ? [...new Set([...now, field])] : now.filter((name) => name !== field)))
  return card(
    <>
      <Button onClick={() => onSave(mine)}>{texts.saveChoices()}</Button>
      <Button variant="secondary" onClick={() => onSave(conflicts.map(([field]) => field))}>
        {texts.keepAllMine()}
      </Button>
      <Button variant="secondary" onClick={() => onSave([])}>
        {texts.keepAllTheirs()}
      </Button>
    </>,
    <div className="mt-3 grid gap-4">
      {conflicts.map(([field, { yours, theirs }]) => (
        <fieldset key={field} className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1 font-sans text-base font-semibold [font-stretch:100%]">
            {labelOf(field, marathon.asked)}
          </legend>
          <Choice
            group={`${group}-${field}`}
            label={texts.yours()}
            value={clashValue(field, yours, marathon)}
            checked={mine.includes(field)}
            onChoose={() => choose(field, true)}
          />
          <Choice
            group={`${group}-${field}`}
            label={texts.theirs()}
            value={clashValue(field, theirs, marathon)}
            checked={!mine.includes(field)}
            onChoose={() => choose(field, false)}
          />
        </fieldset>
      ))}
    </div>,
  )
}

type ChoiceProps = { group: string; label: string; value: string; checked: boolean; onChoose: () => void }

function Choice({ group, label, value, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-start gap-3 rounded-md border-2 border-edge p-3 has-checked:border-action has-checked:bg-sunken">
      <input type="radio" name={group} checked={checked} onChange={onChoose} className="mt-0.5 size-5 shrink-0" />
      <Value label={label} value={value} />
    </label>
  )
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <span className="min-w-0">
      <span className="block text-sm text-ink-soft">{label}</span>
      <bdi className="break-words whitespace-pre-line">{value}</bdi>
    </span>
  )
}
