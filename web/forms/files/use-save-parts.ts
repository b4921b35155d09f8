import { useRef, useState } from 'react'
import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import { PartlySaved, type PartOptions, type SavedParts } from '../../store/rows/many/enqueue-in-parts.ts'
import * as texts from '../../texts/compiled/entrants.js'

interface Saver<Wanted> {
  /** Queues the edits in parts. @returns the op ids */
  save: (db: AccountDb, wanted: Wanted, options: PartOptions) => Promise<string[]>
  /** Tells the user what the server does not take. */
  tell?: (db: AccountDb, opIds: string[]) => Promise<void>
}

/** Saves many edits in parts, which takes some seconds, and can stop between two of them. */
export function useSaveParts<Wanted extends { length: number }, List>(list: List, { save, tell }: Saver<Wanted>) {
  const { db } = useAccount()
  const [progress, setProgress] = useState<SavedParts | null>(null)
  // Each part that is saved changes the list.
  const [before, setBefore] = useState<{ list: List } | null>(null)
  const stopping = useRef(new AbortController())
  return {
    /** The list; while edits are saved, as it was before. */
    listed: before ? before.list : list,
    isSaving: before !== null,
    /** How many are saved while it runs, as a text for the button; null while it does not run. */
    label: progress && texts.savingBibs(progress),
    stop: () => stopping.current.abort(),
    /**
     * Saves the edits.
     * @returns a sentence if it was stopped before all were saved, or if the phone could store only some
     * @throws StorageFailure if it could store none
     */
    save: async (wanted: Wanted): Promise<string | null> => {
      stopping.current = new AbortController()
      const { signal } = stopping.current
      let last: SavedParts = { saved: 0, total: wanted.length }
      setProgress(last)
      setBefore({ list })
      try {
        const onSaved = (next: SavedParts) => {
          last = next
          setProgress(next)
        }
        const opIds = await save(db, wanted, { onSaved, signal })
        void tell?.(db, opIds)
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
