import { useCallback, useEffect, useRef } from 'react'
import { recordError } from '../../contract/errors.ts'
import { useAccount } from '../store/account-context.tsx'
import type { DraftRecord } from '../store/account-db.ts'
import { storedSession } from '../store/device-db.ts'
import { clearDraft, type DraftKey, readDraft, saveDraft } from '../store/drafts.ts'
import { inTime } from '../store/in-time.ts'
import { SAVE_TIMEOUT_MS } from '../store/outbox.ts'

const SAVE_AFTER_MS = 400
/** A draft that cannot be read is read again after this pause. */
const RETRY_MS = 1000

/** The write of the form that was left last. The next form waits for it, because it may be the same form. */
let lastWrite: Promise<unknown> = Promise.resolve()

/** Does it if the account is still signed in on this phone. It ignores a failure. */
async function ifSignedIn(uid: string, write: () => Promise<void>): Promise<void> {
  const session = await storedSession().catch((error) => recordError(error, null))
  if (session?.uid === uid) await write()
}

/**
 * Stores an unfinished form on this phone and restores it.
 * @param key the form's name; without one nothing is stored
 * @param onRestore gets the stored values once. The user may have typed already
 */
export function useDraft(key: DraftKey | undefined, onRestore: (values: DraftRecord['values']) => void) {
  const { db } = useAccount()
  const unsaved = useRef<DraftRecord['values'] | null>(null)
  const timer = useRef(0)
  /** Is the stored draft read? Until then nothing is stored, because that would overwrite it unseen. */
  const isRead = useRef(false)
  const restore = useRef(onRestore)

  const take = useCallback(() => {
    clearTimeout(timer.current)
    const values = unsaved.current
    unsaved.current = null
    return values
  }, [])
  const flush = useCallback(() => {
    if (!isRead.current) return
    const values = take()
    if (key && values) void saveDraft(db, key, values)
  }, [db, key, take])

  useEffect(() => {
    if (!key) return
    let isCancelled = false
    let retry = 0
    isRead.current = false
    const restoreDraft = async () => {
      await lastWrite
      const values = await readDraft(db, key).catch(recordError)
      if (isCancelled) return
      if (values === undefined) {
        retry = window.setTimeout(restoreDraft, RETRY_MS)
        return
      }
      isRead.current = true
      if (values) restore.current(values)
      else flush()
    }
    void restoreDraft()
    // A phone may end a hidden app without another event.
    const onHide = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', flush)
    return () => {
      isCancelled = true
      clearTimeout(retry)
      const values = take()
      // A logout closes the form too. What it has deleted must not come back.
      if (values) {
        const wasRead = isRead.current
        const write = ifSignedIn(db.uid, async () => {
          if (wasRead || (await readDraft(db, key).catch(recordError)) === null) await saveDraft(db, key, values)
        })
        lastWrite = inTime(write, SAVE_TIMEOUT_MS, undefined)
      }
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', flush)
    }
  }, [db, key, flush, take])

  const keep = (values: DraftRecord['values']) => {
    unsaved.current = values
    clearTimeout(timer.current)
    timer.current = window.setTimeout(flush, SAVE_AFTER_MS)
  }

  /** Deletes the draft, after the form was sent or cleared. */
  const clear = async () => {
    take()
    if (key) await clearDraft(db, key)
  }

  return { keep, clear }
}
