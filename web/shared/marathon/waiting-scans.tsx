import { useWaitingScans } from '../../data/waiting-scans.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/**
 * Tells the organiser of the scans that only they can make count, with the way to them. Renders nothing for none.
 * @param marathonId only those of this marathon; by default those of all own ones, with their titles
 */
export function WaitingScans({ marathonId }: { marathonId?: string }) {
  const waiting = useWaitingScans(marathonId)
  if (!waiting || waiting.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {waiting.map(({ marathonId: id, title, count }) => (
        <Notice
          key={id}
          kind="failed"
          size="line"
          title={waitingMessage(count, marathonId ? '' : title)}
          action={
            <ButtonLink to="/dashboard/myMarathons/$id/helpers" params={{ id }} variant="secondary">
              Decide<span className="sr-only"> on the scans of {title}</span>
            </ButtonLink>
          }
        >
          They do not count yet.
        </Notice>
      ))}
    </div>
  )
}

function waitingMessage(count: number, title: string): string {
  const scans = count === 1 ? '1 scan waits' : `${count.toLocaleString('en-US')} scans wait`
  return `${scans} for your decision${title && ` at ${title}`}.`
}
