import { useState } from 'react'
import { NO_RULING } from '../../../contract/results/recording.ts'
import { aboutOf, isLater, standing } from '../../../contract/results/result-rows.ts'
import { storageMessage } from '../../forms/storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { StorageFailure } from '../../store/outbox.ts'
import { type Recorded, rule } from '../../store/rows/recordings.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import type { Ruled } from './answers.ts'

/** The last answer of this screen, by the ids of its rulings. */
export interface LastAnswer {
  ids: readonly string[]
  isUndone: boolean
}

/** Makes rulings, all with one time, which the list of them knows them by. */
export interface Rule {
  /** @returns whether they are on the disk */
  rule: (ruled: readonly Ruled[]) => Promise<boolean>
  /** Why the last ones are not; null where they are. */
  failure: string | null
  /** Null before the first answer. */
  last: LastAnswer | null
  undoLast: () => void
}

/**
 * What a person does with results: a ruling for each answer. It replaces the one about the same that counts on this phone, so
 * that only rulings of people who did not know of each other contradict.
 */
export function useRule(marathonId: string, rulings: Recorded['rulings']): Rule {
  const { db } = useAccount()
  const offsetMs = useSyncRecord()?.serverOffsetMs ?? 0
  const [failure, setFailure] = useState<string | null>(null)
  const [last, setLast] = useState<LastAnswer | null>(null)
  const store = async (ruled: readonly Ruled[], isUndo: boolean) => {
    const at = new Date(Date.now() + offsetMs).toISOString()
    try {
      const ids = await rule(
        db,
        ruled.map((one) => {
          const fields = { ...NO_RULING, ...one }
          return { ...fields, rulingId: fields.rulingId ?? countingOne(rulings, fields), marathonId, at }
        }),
      )
      setFailure(null)
      setLast({ ids, isUndone: isUndo })
      return true
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      setFailure(storageMessage(error).text)
      return false
    }
  }
  const undoLast = () =>
    void store(
      (last?.ids ?? []).map((rulingId) => ({ kind: 'undo', rulingId })),
      true,
    )
  return { rule: (ruled) => store(ruled, ruled[0]?.kind === 'undo'), failure, last, undoLast }
}

/** The ruling about the same that counts: the last one. Null where there is none. */
function countingOne(rulings: Recorded['rulings'], fields: Parameters<typeof aboutOf>[0]): string | null {
  const about = aboutOf(fields)
  const same = about === null ? [] : standing(rulings).filter((one) => aboutOf(one) === about)
  return same.reduce<(typeof same)[0] | null>((a, b) => (a && !isLater(b, a) ? a : b), null)?._id ?? null
}
