import { useNoticesOf } from '../../data/notices.ts'
import { Announcer } from '../../shared/notices/announcer.tsx'
import { writtenMessage } from '../../shared/notices/notice-list.tsx'
import { TouchNote } from '../../shared/notices/touch-note.tsx'

export type StartNoticesProps = { marathonId: string }

/** The newest notice of the race at the start line, in black and white like the rest. Renders nothing without any. */
export function StartNotices({ marathonId }: StartNoticesProps) {
  const notices = useNoticesOf(marathonId)
  return (
    <>
      <Announcer unread={notices} />
      {notices && notices.length > 0 && (
        <section aria-label="Notices" className="grid gap-2 border-2 border-current px-3 py-2">
          {notices.slice(0, 1).map((notice) => (
            <div key={notice._id}>
              <p className="font-bold whitespace-pre-line break-words">
                {notice.urgent && 'Urgent: '}
                {notice.text}
              </p>
              <p className="text-sm">
                {writtenMessage(notice)}
                {notices.length > 1 && `. Older ones: ${notices.length - 1}, under Details`}
              </p>
            </div>
          ))}
          <TouchNote />
        </section>
      )}
    </>
  )
}
