import { Announcer } from '../../marathon/notices/announcer.tsx'
import { writtenMessage } from '../../marathon/notices/notice-list.tsx'
import { TouchNote } from '../../marathon/notices/touch-note.tsx'
import { useSeen } from '../../marathon/notices/use-seen.ts'
import { noticeText } from '../../store/rows/notice-text.ts'
import { urgentFirst, useNoticesOf } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { LinkedText } from '../../ui/linked-text.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'

export type StartNoticesProps = { marathonId: string }

const MOST_SHOWN = 2

/**
 * The newest urgent notice of the race at the start line and the newest other one, in black and white like the rest.
 * Renders nothing without any.
 */
export function StartNotices({ marathonId }: StartNoticesProps) {
  const notices = useNoticesOf(marathonId)
  const shown = notices ? urgentFirst(notices, MOST_SHOWN) : []
  useSeen(notices && shown)
  const others = (notices?.length ?? 0) - shown.length
  return (
    <>
      <Announcer unread={notices} />
      {shown.length > 0 && (
        <section aria-label={texts.notices()} className="grid gap-2 border-2 border-current px-3 py-2">
          {shown.map((notice, index) => (
            <div key={notice._id}>
              <p {...(notice.kind === 'written' && OWN_WORDS)} className="font-bold whitespace-pre-line break-words">
                <LinkedText
                  text={notice.urgent ? texts.urgentText({ text: noticeText(notice) }) : noticeText(notice)}
                />
              </p>
              <p className="text-sm">
                {index === shown.length - 1 && others > 0
                  ? texts.writtenAndMore({ written: writtenMessage(notice), count: others })
                  : writtenMessage(notice)}
              </p>
            </div>
          ))}
          <TouchNote />
        </section>
      )}
    </>
  )
}
