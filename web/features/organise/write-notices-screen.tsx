import { getRouteApi, Link } from '@tanstack/react-router'
import { useMarathon } from '../../data/marathons.ts'
import { deleteNotice, useNoticesOf } from '../../data/notices.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { useShownMarathon } from '../../data/shown-marathon.ts'
import { NoticeItem } from '../../shared/notices/notice-list.tsx'
import { StaleDataBanner } from '../../shared/sync/stale-data-banner.tsx'
import { useDelete } from '../../shared/sync/use-delete.ts'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { WriteNotice } from './write-notice.tsx'

const route = getRouteApi('/dashboard/myMarathons/$id/notices')

const DELETE_TEXTS = {
  question: 'Delete this notice?',
  warning: 'It disappears from the phones that have it, at their next sync. Who has read it has read it.',
  done: 'The notice has been deleted.',
}

/** The screen on which an organiser writes notices for one of the user's own marathons, and deletes them. */
export function WriteNoticesScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  useDocumentTitle(marathon ? `Notices of ${marathon.title}` : 'Notices')
  return (
    <>
      <Link to="/dashboard/myMarathons" className="text-link mb-2 inline-flex min-h-11 items-center gap-2">
        <span aria-hidden="true">←</span> My Marathon List
      </Link>
      <h2 className="text-2xl sm:text-3xl">Notices</h2>
      {marathon && <p className="mt-1 break-words text-ink-soft">{marathon.title}</p>}
      {marathon === undefined ? (
        <RowSkeletons count={3} />
      ) : marathon?.mine ? (
        <Notices marathon={marathon} />
      ) : (
        <Notice kind="empty" title="There are no notices to write.">
          This is not one of your marathons on this phone, or it was deleted.
        </Notice>
      )}
    </>
  )
}

function Notices({ marathon }: { marathon: MarathonView }) {
  useShownMarathon(marathon._id)
  const notices = useNoticesOf(marathon._id)
  const { remove, deleting } = useDelete(deleteNotice, DELETE_TEXTS)
  return (
    <div className="mt-4 grid max-w-2xl gap-8">
      <StaleDataBanner />
      <WriteNotice marathon={marathon} />
      <section aria-labelledby="told">
        <h3 id="told" className="text-xl">
          What runners were told
        </h3>
        {notices === undefined ? (
          <RowSkeletons count={2} />
        ) : notices.length === 0 ? (
          <p className="mt-2 text-ink-soft">
            Nothing yet. A new start, place or registration window, and a cancellation, are told by themselves.
          </p>
        ) : (
          <ul aria-label="Notices" className="mt-3 grid gap-3">
            {notices.map((notice) => (
              <NoticeItem key={notice._id} notice={notice} isNew={false}>
                <Button
                  variant="danger"
                  className="mt-2"
                  aria-label={`Delete the notice: ${notice.text.slice(0, 60)}`}
                  pending={deleting === notice._id}
                  onClick={() => remove(notice)}
                >
                  Delete
                </Button>
              </NoticeItem>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
