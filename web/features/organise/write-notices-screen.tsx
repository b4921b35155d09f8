import { getRouteApi } from '@tanstack/react-router'
import { isOfOneEntry } from '../../../contract/push-subject.ts'
import { useIsNoteRead } from '../../marathon/mail/use-has-mail.ts'
import { NoticeItem } from '../../marathon/notices/notice-list.tsx'
import { OwnMarathonScreen } from '../../marathon/own-marathon-screen.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useDelete } from '../../status/use-asked-edit.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { noticeText } from '../../store/rows/notice-text.ts'
import { deleteNotice, useNoticesOf } from '../../store/rows/notices.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/organise.js'
import { Button } from '../../ui/button.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { WriteNotice } from './write-notice.tsx'

const route = getRouteApi('/dashboard/myMarathons/$id/notices')

const deleteTexts = () => ({
  question: texts.deleteNoticeQuestion(),
  warning: texts.deleteNoticeWarning(),
  done: texts.deleteNoticeDone(),
})

/** The screen on which an organiser writes notices for one of the user's own marathons, and deletes them. */
export function WriteNoticesScreen() {
  const { id } = route.useParams()
  return (
    <OwnMarathonScreen
      marathonId={id}
      heading={texts.notices()}
      titleOf={texts.noticesOf}
      none={texts.noNoticesToWrite()}
    >
      {(marathon) => <Notices marathon={marathon} />}
    </OwnMarathonScreen>
  )
}

function Notices({ marathon }: { marathon: MarathonView }) {
  useShownMarathon(marathon._id)
  const notices = useNoticesOf(marathon._id)
  const { remove, deleting } = useDelete(deleteNotice, deleteTexts())
  const isNoteRead = useIsNoteRead()
  // The form is as high from its first moment as later.
  if (!isNoteRead) return <RowSkeletons count={3} />
  return (
    <div className="mt-4 grid max-w-2xl gap-8">
      <StaleDataBanner />
      <WriteNotice marathon={marathon} />
      <section aria-labelledby="told">
        <h2 id="told" className="text-xl">
          {texts.toldHeading()}
        </h2>
        {notices === undefined ? (
          <RowSkeletons count={2} />
        ) : notices.length === 0 ? (
          <p className="mt-2 text-ink-soft">{texts.nothingTold()}</p>
        ) : (
          <ul aria-label={texts.notices()} className="mt-3 grid gap-3">
            {notices.map((notice) => (
              <NoticeItem key={notice._id} notice={notice} isNew={false}>
                {!isOfOneEntry(notice.kind) && (
                  <Button
                    variant="danger"
                    className="mt-2"
                    aria-label={texts.deleteNoticeNamed({ text: noticeText(notice).slice(0, 60) })}
                    pending={deleting === notice._id}
                    onClick={() => remove(notice)}
                  >
                    {common.deleteIt()}
                  </Button>
                )}
              </NoticeItem>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
