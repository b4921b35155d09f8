import { useState } from 'react'
import { useAccount } from './account-context.tsx'
import type { DraftRecord } from './account-db.ts'
import { changeDraft, readDraft } from './drafts.ts'
import { useLiveRead } from './live-read.ts'

type Values = DraftRecord['values']

/**
 * What the user chose the last time, and a function that changes a part of it. It is kept like a draft: a record of the
 * account that a logout deletes.
 * @returns null where nothing is kept, undefined until it is read
 */
export function useKept(key: string): [Values | null | undefined, (change: Values) => void] {
  const { db } = useAccount()
  const stored = useLiveRead(() => readDraft(db, key), [db, key])
  // What was chosen here counts, also where the phone cannot store it.
  const [chosen, setChosen] = useState<{ key: string; values: Values }>()
  const keep = (change: Values) => {
    setChosen((before) => ({ key, values: { ...(before?.key === key && before.values), ...change } }))
    void changeDraft(db, key, change)
  }
  const isChosen = chosen?.key === key && stored !== undefined
  return [isChosen ? { ...stored, ...chosen.values } : stored, keep]
}
