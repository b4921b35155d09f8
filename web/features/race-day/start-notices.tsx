import { Announcer } from '../../marathon/notices/announcer.tsx'
import { NoticeLine } from '../../marathon/notices/notice-line.tsx'
import { type NoticeView, urgentFirst } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/race-day.js'

const MOST_SHOWN = 2

type StartNoticesProps = { marathonId: string; unread: NoticeView[] }

/** The unread notices of the race at the start line, a line each, so that the code stays in view. */
export function StartNotices({ marathonId, unread }: StartNoticesProps) {
  const own = unread.filter((notice) => notice.marathonId === marathonId)
  return (
    <>
      <Announcer unread={own} />
      {own.length > 0 && (
        <section aria-label={texts.notices()} className="border-2 border-current px-3">
          {urgentFirst(own, MOST_SHOWN).map((notice) => (
            <NoticeLine key={notice._id} notice={notice} />
          ))}
          {own.length > MOST_SHOWN && (
            <p className="pb-1 text-sm">{texts.moreUnread({ count: own.length - MOST_SHOWN })}</p>
          )}
        </section>
      )}
    </>
  )
}
