import { useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { useAccount } from '../../store/account-context.tsx'
import { readDraft, saveDraft } from '../../store/drafts.ts'

/** What this phone keeps for the check-in of a marathon. */
export interface GateSettings {
  /** The name of the gate as it was typed. */
  gate: string
  isMuted: boolean
}

/**
 * The settings of this phone for the check-in of a marathon, and a function that changes them. They are kept like a
 * draft: a record of the account that a logout deletes. Undefined until they are read.
 */
export function useGate(marathonId: string): [GateSettings | undefined, (next: GateSettings) => void] {
  const { db } = useAccount()
  const [settings, setSettings] = useState<GateSettings>()
  const key = `check-in:${marathonId}`
  useEffect(() => {
    let isCurrent = true
    void readDraft(db, key)
      .catch((error) => recordError(error, null))
      .then((kept) => {
        if (isCurrent) setSettings({ gate: String(kept?.gate ?? ''), isMuted: kept?.isMuted === true })
      })
    return () => {
      isCurrent = false
    }
  }, [db, key])
  const change = (next: GateSettings) => {
    setSettings(next)
    void saveDraft(db, key, { ...next })
  }
  return [settings, change]
}
