import { useEffect, useState } from 'react'
import { deviceDb } from '../data/device-db.ts'

const ASKED = 'persist-asked'

/** What the browser promises about what is saved here. `kept` null: it does not tell. */
export interface StorageKept {
  kept: boolean | null
  usedBytes: number | null
  quotaBytes: number | null
}

/** The promise; `round` asks again. Undefined until told. */
export function useStorageKept(refreshKey: number): StorageKept | undefined {
  const [told, setTold] = useState<StorageKept>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let current = true
    void storageKept().then((found) => current && setTold(found))
    return () => {
      current = false
    }
  }, [refreshKey])
  return told
}

async function storageKept(): Promise<StorageKept> {
  const storage = globalThis.navigator?.storage
  const [kept, estimate] = await Promise.all([
    storage?.persisted?.().catch(() => null) ?? null,
    storage?.estimate?.().catch(() => null) ?? null,
  ])
  return { kept, usedBytes: estimate?.usage ?? null, quotaBytes: estimate?.quota ?? null }
}

/** Asks the browser not to clear what is saved. @returns its answer */
export async function keepStorage(): Promise<boolean> {
  const storage = globalThis.navigator?.storage
  if (!storage?.persist) return false
  return (await storage.persisted().catch(() => false)) || storage.persist().catch(() => false)
}

/** The same, once in a phone's life: Firefox asks the user, and nobody likes to be asked twice. */
export async function keepStorageOnce(): Promise<void> {
  if (await deviceDb.marks.get(ASKED)) return
  await deviceDb.marks.put({ key: ASKED, value: new Date().toISOString() })
  await keepStorage()
}
