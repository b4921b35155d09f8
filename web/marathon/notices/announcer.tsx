import { useEffect, useRef, useState } from 'react'
import { noticeText } from '../../store/rows/notice-text.ts'
import type { NoticeView } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/notices.js'

/**
 * Reads notices aloud that arrive while the app is open: an urgent one at once, another one when the screen reader has
 * finished. Both elements are always in the DOM, so that a screen reader announces a new text.
 */
export function Announcer({ unread }: { unread: readonly NoticeView[] | undefined }) {
  const known = useRef<Set<string> | null>(null)
  const [said, setSaid] = useState({ urgent: '', calm: '' })
  useEffect(() => {
    if (!unread) return
    const before = known.current
    known.current = new Set(unread.map(({ _id }) => _id))
    const fresh = before ? unread.filter(({ _id }) => !before.has(_id)) : []
    if (fresh.length === 0) return
    const words = (isUrgent: boolean) =>
      fresh
        .filter(({ urgent }) => urgent === isUrgent)
        .map((notice) => {
          const text = noticeText(notice)
          return notice.title ? texts.announced({ title: notice.title, text }) : text
        })
        .join(' ')
    setSaid({ urgent: words(true), calm: words(false) })
  }, [unread])
  return (
    <>
      <span role="alert" className="sr-only">
        {said.urgent}
      </span>
      <span role="status" className="sr-only">
        {said.calm}
      </span>
    </>
  )
}
