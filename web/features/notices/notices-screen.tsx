import { Link } from '@tanstack/react-router'
import { NoticeItem } from '../../marathon/notices/notice-list.tsx'
import { PushPanel } from '../../marathon/notices/push-panel.tsx'
import { TouchNote } from '../../marathon/notices/touch-note.tsx'
import { useSeen } from '../../marathon/notices/use-seen.ts'
import { describeOp } from '../../status/describe-op.ts'
import { FirstSyncNote } from '../../status/first-sync-note.tsx'
import { rejectionMessage } from '../../status/rejection-message.ts'
import type { InboxRecord } from '../../store/account-db.ts'
import { useNotices } from '../../store/rows/notices.ts'
import { type OpMarathon, useOpMarathons } from '../../store/rows/op-marathons.ts'
import { useUnsent } from '../../store/unsent.ts'
import * as common from '../../texts/compiled/common.js'
import { andMore } from '../../texts/compiled/entrants.js'
import * as texts from '../../texts/compiled/notices.js'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Rich } from '../../ui/rich.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { toTimeline } from './timeline.ts'

/** Most changes that the list names. A file of bibs may bring thousands. */
const MOST_REJECTED = 100

/** The screen with everything that the user was told, newest first: notices, and changes that were not accepted. */
export function NoticesScreen() {
  useDocumentTitle(texts.notices())
  const notices = useNotices()
  const allRejected = (useUnsent()?.inbox ?? []).filter(({ code }) => code !== undefined)
  const rejected = allRejected.slice(-MOST_REJECTED)
  const marathons = useOpMarathons(rejected)
  const fresh = useSeen(notices)
  const timeline = toTimeline(notices ?? [], rejected)
  return (
    <>
      <InnerHeader title={texts.notices()} back={<BackLink to="/">{common.home()}</BackLink>} />
      <TouchNote />
      {notices === undefined ? (
        <RowSkeletons count={3} />
      ) : timeline.length === 0 ? (
        <div className="max-w-2xl">
          <Notice kind="empty" title={texts.nothingYet()}>
            <p>{texts.whatAppears()}</p>
            <FirstSyncNote />
          </Notice>
        </div>
      ) : (
        <ul aria-label={texts.notices()} className="mt-2 grid max-w-2xl gap-4">
          {timeline.map((item) =>
            'notice' in item ? (
              <NoticeItem key={item.id} notice={item.notice} isNew={fresh.has(item.id)} isTitled>
                {/* A deleted event has no details. */}
                {item.notice.kind !== 'deleted' && (
                  <Link
                    to="/marathons/$id"
                    params={{ id: item.notice.marathonId }}
                    className="text-link inline-flex min-h-11 items-center"
                  >
                    <Rich
                      text={
                        item.notice.title ? texts.seeDetails({ title: item.notice.title }) : texts.seeDetailsUntitled()
                      }
                      tags={{ event: (children) => <span className="sr-only">{children}</span> }}
                    />
                  </Link>
                )}
              </NoticeItem>
            ) : (
              <RejectedItem key={item.id} item={item.rejected} marathon={marathons.get(item.rejected.target)} />
            ),
          )}
          {allRejected.length > rejected.length && (
            <li className="border-s-4 border-danger py-3 ps-4">
              <p>{andMore({ count: allRejected.length - rejected.length })}</p>
              <Link to="/unsent" className="text-link inline-flex min-h-11 items-center">
                {texts.seeUnsent()}
              </Link>
            </li>
          )}
        </ul>
      )}
      {/* Nothing stands below the list before its height is known. */}
      {notices && (
        <div className="mt-8 max-w-2xl">
          <PushPanel isSettings />
        </div>
      )}
    </>
  )
}

/** A change that the server did not accept. What can be done about it is on the screen of the unsent changes. */
function RejectedItem({ item, marathon }: { item: InboxRecord; marathon: OpMarathon | undefined }) {
  const { op, code = 'UNAVAILABLE', fields, at } = item
  return (
    <li className="border-s-4 border-danger py-3 ps-4">
      <p className="mb-1">
        <Badge tone="danger">{texts.notAccepted()}</Badge>
      </p>
      <p className="font-semibold break-words">{describeOp(op, marathon?.title, marathon?.entrant, marathon?.asked)}</p>
      <p className="break-words">{rejectionMessage(code, op, fields, marathon?.cancelled, marathon?.asked).message}</p>
      <p className="mt-1 text-sm text-ink-soft">{formatDayTime(at, readerTimeZone())}</p>
      <Link to="/unsent" className="text-link inline-flex min-h-11 items-center">
        {texts.seeUnsent()}
      </Link>
    </li>
  )
}
