import { useWaitingScans } from '../store/rows/waiting-scans.ts'
import * as texts from '../texts/compiled/marathon.js'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Rich } from '../ui/rich.tsx'

/**
 * Tells the organiser of the scans, entries and recordings that only they can make count, with the way to them. Renders
 * nothing for none.
 * @param marathonId only those of this marathon; by default those of all own ones, with their titles
 */
export function WaitingScans({ marathonId }: { marathonId?: string }) {
  const waiting = useWaitingScans(marathonId)
  if (!waiting || waiting.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {waiting.flatMap(({ marathonId: id, title, scans, entries, recordings }) => [
        scans + entries > 0 && (
          <Notice
            key={id}
            kind="failed"
            size="line"
            title={[
              scans > 0 &&
                (marathonId ? texts.scansWait({ count: scans }) : texts.scansWaitAt({ count: scans, title })),
              entries > 0 &&
                (marathonId ? texts.entriesWait({ count: entries }) : texts.entriesWaitAt({ count: entries, title })),
            ]
              .filter(Boolean)
              .join(' ')}
            action={
              <ButtonLink to="/dashboard/myMarathons/$id/staff" params={{ id }} variant="secondary">
                <Rich text={texts.decide({ title })} />
              </ButtonLink>
            }
          >
            {texts.scansDoNotCount()}
          </Notice>
        ),
        recordings > 0 && (
          <Notice
            key={`${id} recordings`}
            kind="failed"
            size="line"
            title={
              marathonId
                ? texts.recordingsWait({ count: recordings })
                : texts.recordingsWaitAt({ count: recordings, title })
            }
            action={
              <ButtonLink to="/dashboard/myMarathons/$id/results" params={{ id }} variant="secondary">
                <Rich text={texts.decide({ title })} />
              </ButtonLink>
            }
          >
            {texts.scansDoNotCount()}
          </Notice>
        ),
      ])}
    </div>
  )
}
