import { useState } from 'react'
import { storageMessage } from '../../forms/storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { StorageFailure } from '../../store/outbox.ts'
import { rule } from '../../store/rows/recordings.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import type { Ruled } from './answers.ts'

const NOTHING = {
  recordingId: null,
  rulingId: null,
  bib: '',
  point: '',
  time: null,
  state: null,
  reason: '',
  doubt: '',
}

/** Makes rulings, all with one time, which the list of them knows them by. */
export interface Rule {
  /** @returns whether they are on the disk */
  rule: (ruled: readonly Ruled[]) => Promise<boolean>
  /** Why the last ones are not; null where they are. */
  failure: string | null
}

/** What a person does with results: a ruling for each answer. */
export function useRule(marathonId: string): Rule {
  const { db } = useAccount()
  const offsetMs = useSyncRecord()?.serverOffsetMs ?? 0
  const [failure, setFailure] = useState<string | null>(null)
  const all = async (ruled: readonly Ruled[]) => {
    const at = new Date(Date.now() + offsetMs).toISOString()
    try {
      await rule(
        db,
        ruled.map((one) => ({ ...NOTHING, ...one, marathonId, at })),
      )
      setFailure(null)
      return true
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      setFailure(storageMessage(error).text)
      return false
    }
  }
  return { rule: all, failure }
}
