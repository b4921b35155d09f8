import { getRouteApi } from '@tanstack/react-router'
import { deleteNotice, useNoticesOf } from '../../data/notices.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { useShownMarathon } from '../../data/shown-marathon.ts'
import { NoticeItem } from '../../shared/notices/notice-list.tsx'
import { StaleDataBanner } from '../../shared/sync/stale-data-banner.tsx'
import { useDelete } from '../../shared/sync/use-asked-edit.ts'
import { Button } from '../../ui/button.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { OwnMarathonScreen } from './own-marathon-screen.tsx'
import { WriteNotice } from './write-notice.tsx'

const route = getRouteApi('/dashboard/myMarathons/$id/notices')

const DELETE_TEXTS = {
  question: 'Delete this notice?',
  warning:
    'It disappears from the app at the next sync of each phone. Who has read it has read it, and a notification may stay on a locked phone. If the notice was wrong, write a new one.',
  done: 'The notice has been deleted.',
}

/** The screen on which an organiser writes notices for one of the user's own marathons, and deletes them. */
export function WriteNoticesScreen() {
  const { id } = route.useParams()
  return (
    <OwnMarathonScreen marathonId={id} heading="Notices" none="There are no notices to write.">
      {(marathon) => <Notices marathon={marathon} />}
    </OwnMarathonScreen>
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
