import { useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { useAccount } from '../../store/account-context.tsx'
import { readDraft, saveDraft } from '../../store/drafts.ts'
import { useLiveRead } from '../../store/live-read.ts'

/** A choice of columns that is kept like a draft: a record of the account that a logout deletes. */
export interface KeptColumns<Field extends string> {
  fields: ReadonlySet<Field>
  choose: (field: Field, isWanted: boolean) => void
}

/**
 * The columns that the user chose the last time.
 * @param key the name of the choice
 * @param all all columns, in their order
 * @param first those that are chosen at first, and a column that is new since the last time if it is among them
 */
export function useKeptColumns<Field extends string>(
  key: string,
  all: readonly Field[],
  first: readonly Field[],
): KeptColumns<Field> {
  const { db } = useAccount()
  const kept = useLiveRead(() => readDraft(db, key).catch((error) => recordError(error, null)), [db, key])
  // What was chosen here counts, also where the phone cannot store it.
  const [chosen, setChosen] = useState<Partial<Record<Field, boolean>>>({})
  const isChosen = (field: Field) => Boolean(chosen[field] ?? kept?.[field] ?? first.includes(field))
  const fields = new Set(all.filter(isChosen))
  const choose = (field: Field, isWanted: boolean) => {
    setChosen({ ...chosen, [field]: isWanted })
    const next = Object.fromEntries(all.map((one) => [one, one === field ? isWanted : fields.has(one)]))
    void saveDraft(db, key, next)
  }
  return { fields, choose }
}
