import { useState } from 'react'
import { recordError } from '../../contract/errors.ts'
import { useAccount } from './account-context.tsx'
import type { DraftRecord } from './account-db.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { useLiveRead } from './live-read.ts'

type Values = DraftRecord['values']

/**
 * What the user chose the last time, and a function that keeps another choice. It is kept like a draft: a record of the
 * account that a logout deletes.
 * @returns null where nothing is kept, undefined until it is read
 */
export function useKept(key: string): [Values | null | undefined, (next: Values) => void] {
  const { db } = useAccount()
  const stored = useLiveRead(() => readDraft(db, key).catch((error) => recordError(error, null)), [db, key])
  // What was chosen here counts, also where the phone cannot store it.
  const [chosen, setChosen] = useState<{ key: string; values: Values }>()
  const keep = (values: Values) => {
    setChosen({ key, values })
    void saveDraft(db, key, values)
  }
  return [chosen?.key === key ? chosen.values : stored, keep]
}
