import { useRef, useState } from 'react'
import { useAccount } from '../../../store/account-context.tsx'
import type { ApplicationView } from '../../../store/overlay.ts'
import { assignBibs, PartlySaved, type SavedBibs, type WantedBib } from '../../../store/rows/assign-bibs.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { tellRejectedBibs } from './tell-rejected-bibs.ts'

/** Saves many bibs in parts, which takes some seconds, and can stop between two of them. */
export function useSaveBibs(entrants: ApplicationView[]) {
  const { db } = useAccount()
  const [progress, setProgress] = useState<SavedBibs | null>(null)
  // Each part that is saved changes the list.
  const [before, setBefore] = useState<ApplicationView[] | null>(null)
  const stopping = useRef(new AbortController())
  return {
    /** The entrants; while the bibs are saved, as they were before. */
    listed: before ?? entrants,
    isSaving: before !== null,
    /** How many are saved while it runs, as a text for the button; null while it does not run. */
    label: progress && texts.savingBibs(progress),
    stop: () => stopping.current.abort(),
    /**
     * Saves the bibs.
     * @returns a sentence if it was stopped before all were saved, or if the phone could store only some
     * @throws StorageFailure if it could store none
     */
    save: async (wanted: readonly WantedBib[]): Promise<string | null> => {
      stopping.current = new AbortController()
      const { signal } = stopping.current
      let last: SavedBibs = { saved: 0, total: wanted.length }
      setProgress(last)
      setBefore(entrants)
      try {
        const onSaved = (next: SavedBibs) => {
          last = next
          setProgress(next)
        }
        const opIds = await assignBibs(db, wanted, { onSaved, signal })
        void tellRejectedBibs(db, opIds)
      } catch (error) {
        if (!(error instanceof PartlySaved)) throw error
        return texts.partlySaved({ ...error.progress, reason: error.reason })
      } finally {
        setProgress(null)
        setBefore(null)
      }
      return signal.aborted && last.saved < last.total ? texts.stoppedSaving(last) : null
    },
  }
}
