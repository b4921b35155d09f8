import { useState } from 'react'
import { storageMessage } from '../../../forms/storage-message.ts'
import { StorageFailure } from '../../../store/outbox.ts'
import { recordingEdits, voidEdits } from './plan-times.ts'
import type { useTimes } from './use-times.ts'

/** Records what was read. @param takesBack whether what the file does not say any more is taken back */
export function useSaveTimes({ changes, save }: ReturnType<typeof useTimes>, takesBack: boolean) {
  const [saved, setSaved] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  return {
    /** How many lines were recorded; null before that. */
    saved,
    failure,
    forget: () => {
      setSaved(null)
      setFailure('')
    },
    /** @returns whether it is recorded */
    save: async (): Promise<boolean> => {
      if (!changes) return false
      setFailure('')
      const { fresh, gone } = changes
      try {
        const stopped = await save([...recordingEdits(fresh), ...(takesBack ? voidEdits(gone) : [])])
        if (stopped) setFailure(stopped)
        else setSaved(fresh.filter(({ patch }) => patch.kind !== 'clock').length)
        return !stopped
      } catch (caught) {
        if (!(caught instanceof StorageFailure)) throw caught
        setFailure(storageMessage(caught).text)
        return false
      }
    },
  }
}
