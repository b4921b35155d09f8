import { Link } from '@tanstack/react-router'
import { useUnsentCounts } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { Badge } from '../../ui/badge.tsx'
import { Rich } from '../../ui/rich.tsx'
import { useCheckInCount } from './check-in-count.ts'

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
          <Rich
            text={texts.hereOf({ here: count.here, registered: count.registered })}
            tags={{
              number: (children) => <span className="numeral text-4xl">{children}</span>,
              rest: (children) => <span className="text-lg font-semibold">{children}</span>,
            }}
          />
        </p>
        {count.withoutPlace > 0 && (
          <p className="font-semibold text-danger">{texts.withoutPlace({ count: count.withoutPlace })}</p>
        )}
        {gates.length > 0 && (
          <ul aria-label={texts.byGate()} className="flex flex-wrap gap-x-4 text-ink-soft">
            {gates.map(({ gate, here }) => (
              <li key={gate} className="wrap-anywhere">
                <Rich
                  text={texts.hereAtGate({ gate, here })}
                  tags={{ number: (children) => <span className="font-semibold tabular-nums">{children}</span> }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {waiting > 0 && (
        <Link to="/unsent" className="inline-flex min-h-11 items-center">
          <Badge tone="soon">{texts.notSentYet({ count: waiting })}</Badge>
        </Link>
      )}
    </div>
  )
}
