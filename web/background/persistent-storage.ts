import { useEffect, useState } from 'react'
import { expected } from '../../contract/errors.ts'
import { deviceDb } from '../store/device-db.ts'

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
    storage?.persisted?.().catch(() => expected('refused', null)) ?? null,
    storage?.estimate?.().catch(() => expected('refused', null)) ?? null,
  ])
  return { kept, usedBytes: estimate?.usage ?? null, quotaBytes: estimate?.quota ?? null }
}

/** Asks the browser for persistent storage. @returns whether it grants it */
export async function keepStorage(): Promise<boolean> {
  const storage = globalThis.navigator?.storage
  if (!storage?.persist) return false
  return (
    (await storage.persisted().catch(() => expected('refused', false))) ||
    storage.persist().catch(() => expected('refused', false))
  )
}

/**
 * Asks for persistent storage, once a start: a browser that decides by use may say no to a new user, and yes later.
 * Firefox shows the question to the user, who must not see it twice.
 */
export async function keepStorageOnce(): Promise<void> {
  const start = String(performance.timeOrigin)
  const asked = await deviceDb.marks.get(ASKED)
  if (asked?.value === start || (asked && (await isQuestionShown()))) return
  await deviceDb.marks.put({ key: ASKED, value: start })
  await keepStorage()
}

/** Would the user see a question? Chromium's state is `prompt` too, and it never shows one. */
async function isQuestionShown(): Promise<boolean> {
  if (!/\bFirefox\//.test(navigator.userAgent)) return false
  const permission = await navigator.permissions
    ?.query({ name: 'persistent-storage' })
    .catch(() => expected('refused', null))
  return permission?.state !== 'granted' && permission?.state !== 'denied'
}
