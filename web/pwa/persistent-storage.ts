import { useEffect, useState } from 'react'
import { deviceDb } from '../data/device-db.ts'

const ASKED = 'persist-asked'

/**
 * What the browser tells about its storage. `kept`: whether it promises not to delete the data; null if it does not
 * tell.
 */
export interface StorageKept {
  kept: boolean | null
  usedBytes: number | null
  quotaBytes: number | null
}

/** The state of the storage. A new `refreshKey` reads it again. Undefined until it is read. */
export function useStorageKept(refreshKey: number): StorageKept | undefined {
  const [state, setState] = useState<StorageKept>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key reads it again
  useEffect(() => {
    let isCurrent = true
    void storageKept().then((found) => isCurrent && setState(found))
    return () => {
      isCurrent = false
    }
  }, [refreshKey])
  return state
}

async function storageKept(): Promise<StorageKept> {
  const storage = globalThis.navigator?.storage
  const [kept, estimate] = await Promise.all([
    storage?.persisted?.().catch(() => null) ?? null,
    storage?.estimate?.().catch(() => null) ?? null,
  ])
  return { kept, usedBytes: estimate?.usage ?? null, quotaBytes: estimate?.quota ?? null }
}

/** Asks the browser for persistent storage. @returns whether it grants it */
export async function keepStorage(): Promise<boolean> {
  const storage = globalThis.navigator?.storage
  if (!storage?.persist) return false
  return (await storage.persisted().catch(() => false)) || storage.persist().catch(() => false)
}

/**
 * Asks for persistent storage, once on this phone. Firefox shows the question to the user, who must not see it twice.
 */
export async function keepStorageOnce(): Promise<void> {
  if (await deviceDb.marks.get(ASKED)) return
  await deviceDb.marks.put({ key: ASKED, value: new Date().toISOString() })
  await keepStorage()
}
