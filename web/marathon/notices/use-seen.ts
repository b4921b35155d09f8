import { useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { useAccount } from '../../store/account-context.tsx'
import { markRead, type NoticeView } from '../../store/rows/notices.ts'

/** A notice counts as read when it was on a visible screen for this long. */
const READ_AFTER_MS = 2000

/**
 * Marks the notices of a screen as read once the user had time to see them.
 * @returns the ids that were unread when the screen opened or when they arrived: they stay marked as new until it
 * closes
 */
export function useSeen(notices: readonly NoticeView[] | undefined): ReadonlySet<string> {
  const { db } = useAccount()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const key = (notices ?? []).flatMap(({ _id, isUnread }) => (isUnread ? [_id] : [])).join()
  useEffect(() => {
    if (key === '') return
    const ids = key.split(',')
    setFresh((before) => new Set([...before, ...ids]))
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      // A phone that cannot store it shows them as new once more.
      timer = setTimeout(() => void markRead(db, ids).catch(recordError), READ_AFTER_MS)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [db, key])
  // Those that are unread now are new in the first render too, so that nothing moves.
  return key === '' ? fresh : new Set([...fresh, ...key.split(',')])
}
