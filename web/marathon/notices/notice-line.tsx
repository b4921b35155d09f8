import { useId, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { useAccount } from '../../store/account-context.tsx'
import { noticeText } from '../../store/rows/notice-text.ts'
import { markRead, type NoticeView } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/notices.js'
import { LinkedText } from '../../ui/linked-text.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { writtenMessage } from './notice-list.tsx'

/**
 * An unread notice in one line. A tap on it shows all of it, and "Got it" takes it away.
 * @param isTitled whether the line says to which marathon it belongs
 */
export function NoticeLine({ notice, isTitled = false }: { notice: NoticeView; isTitled?: boolean }) {
  const { db } = useAccount()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const title = notice.title || texts.untitled()
  const words = isTitled ? texts.announced({ title, text: noticeText(notice) }) : noticeText(notice)
  const text = notice.urgent ? texts.urgentText({ text: words }) : words
  const own = notice.kind === 'written' && OWN_WORDS
  return (
    <div className="flex min-h-11 min-w-0 items-start gap-3">
      {isWhole ? (
        <div className="min-w-0 flex-1 py-2.5">
          <p {...own} id={id} className="font-semibold whitespace-pre-line break-words">
            <LinkedText text={text} />
          </p>
          {notice.runner && <p className="break-words">{texts.forRunner({ runner: notice.runner })}</p>}
          <p className="text-sm">{writtenMessage(notice)}</p>
        </div>
      ) : (
        <button
          {...own}
          id={id}
          type="button"
          aria-expanded={false}
          onClick={() => setWhole(true)}
          className="flex min-h-11 min-w-0 flex-1 items-center text-start text-sm/5 font-semibold"
        >
          <span className="line-clamp-2">{text}</span>
        </button>
      )}
      <button
        type="button"
        aria-describedby={id}
        onClick={() => void markRead(db, [notice._id]).catch(recordError)}
        className="min-h-11 shrink-0 font-semibold whitespace-nowrap underline underline-offset-4"
      >
        {texts.gotIt()}
      </button>
    </div>
  )
}
