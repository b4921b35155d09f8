import { useState } from 'react'
import { noticeText } from '../../store/rows/notice-text.ts'
import { type NoticeView, useNoticesOf } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/notices.js'
import { Button } from '../../ui/button.tsx'
import { CancelledNotice } from '../cancelled-notice.tsx'
import { useServerNow } from '../use-server-now.ts'
import { beginning, newestUrgent } from './newest-urgent.ts'
import { NoticeItem } from './notice-list.tsx'
import { useSeen } from './use-seen.ts'

type RaceAlertProps = {
  marathon: { _id: string; cancelled?: string | null }
  /** While true, nothing appears and nothing leaves. */
  isHeld: boolean
}

/** What nobody at work on this race may miss: that it is cancelled, or the newest urgent notice. */
export function RaceAlert({ marathon, isHeld }: RaceAlertProps) {
  const [isCancelled, setCancelled] = useState(Boolean(marathon.cancelled))
  if (!isHeld && isCancelled !== Boolean(marathon.cancelled)) setCancelled(!isCancelled)
  if (isCancelled) return <CancelledNotice marathon={marathon} />
  return <UrgentNotice marathonId={marathon._id} isHeld={isHeld} />
}

export type UrgentNoticeProps = { marathonId: string; isHeld?: boolean }

/** The newest urgent notice of a race, for screens where the user does something else. Renders nothing without one. */
export function UrgentNotice({ marathonId, isHeld = false }: UrgentNoticeProps) {
  const latest = newestUrgent(useNoticesOf(marathonId), useServerNow())
  const [shown, setShown] = useState(latest)
  if (!isHeld && shown !== latest) setShown(latest)
  if (!shown) return null
  return <Shown key={shown._id} notice={shown} />
}

function Shown({ notice }: { notice: NoticeView }) {
  const fresh = useSeen([notice])
  const [isWhole, setWhole] = useState(false)
  const text = noticeText(notice)
  const start = beginning(text)
  const isCut = start !== text && !isWhole
  return (
    <section aria-label={texts.urgentNotice()} className="no-print">
      <ul>
        <NoticeItem notice={notice} text={isCut ? start : text} isNew={fresh.has(notice._id)}>
          {isCut && (
            <div className="mt-2">
              <Button variant="secondary" onClick={() => setWhole(true)}>
                {texts.showAll()}
              </Button>
            </div>
          )}
        </NoticeItem>
      </ul>
    </section>
  )
}
