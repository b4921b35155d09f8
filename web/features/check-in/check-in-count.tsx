import { useCheckInCount } from '../../data/check-in-count.ts'
import { useUnsentCounts } from '../../data/unsent.ts'
import { Badge } from '../../ui/badge.tsx'

/** How many are here, in all and by gate, how many have no place, and what this phone has not sent yet. */
export function CheckInCount({ marathonId }: { marathonId: string }) {
  const count = useCheckInCount(marathonId)
  const { waiting } = useUnsentCounts()
  // The space stays the same until the count is read.
  if (!count) return <div className="min-h-14" />
  const gates = count.gates.filter(({ gate }) => gate !== '')
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div>
        <p role="status">
          <span className="numeral text-4xl">{count.here.toLocaleString('en-US')}</span>{' '}
          <span className="text-lg font-semibold">of {count.registered.toLocaleString('en-US')} here</span>
        </p>
        {count.withoutPlace > 0 && (
          <p className="font-semibold text-danger">
            {count.withoutPlace.toLocaleString('en-US')} scanned without a place, not counted
          </p>
        )}
        {gates.length > 0 && (
          <ul aria-label="By gate" className="flex flex-wrap gap-x-4 text-ink-soft">
            {gates.map(({ gate, here }) => (
              <li key={gate} className="wrap-anywhere">
                {gate}: <span className="font-semibold tabular-nums">{here.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {waiting > 0 && <Badge tone="soon">{waiting.toLocaleString('en-US')} not sent yet</Badge>}
    </div>
  )
}
