import { useAccount } from '../../data/account-context.tsx'
import { confirmCheckIn, useUnconfirmed, voidCheckIn } from '../../data/check-ins.ts'
import { StorageFailure } from '../../data/outbox.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { infoPopUp } from '../../ui/pop-up.ts'

/**
 * The check-ins of helpers who were removed before their phone sent them; nothing if there are none. They do not count
 * until the organiser says so. Both decisions are queued, so they work offline.
 */
export function Unconfirmed({ marathon }: { marathon: MarathonView }) {
  const { db } = useAccount()
  const found = useUnconfirmed(marathon._id)
  if (!found || found.length === 0) return null
  const decide = async (queue: () => Promise<unknown>) => {
    try {
      await queue()
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      await infoPopUp(error.title, error.message, 'warning')
    }
  }
  return (
    <section aria-labelledby="unconfirmed" className="mb-8 max-w-2xl">
      <h3 id="unconfirmed" className="text-xl">
        Unconfirmed check-ins: {found.length.toLocaleString('en-US')}
      </h3>
      <p className="mb-2 text-ink-soft">
        Somebody scanned these entries who was removed as a helper before the scans arrived. They do not count until you
        say so.
      </p>
      <ul className="grid divide-y divide-line border-y border-line">
        {found.map(({ checkIn, name, bib }) => (
          <li key={checkIn._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">
                {name || 'An entrant'}
                {bib && `, bib ${bib}`}
              </p>
              <p className="text-sm text-ink-soft break-words">
                {formatDayTime(checkIn.at, marathon.timeZone)}
                {checkIn.gate && `, gate ${checkIn.gate}`}, by {checkIn.by || 'somebody without a name'}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                aria-label={`Confirm the check-in of ${name || 'an entrant'}`}
                onClick={() => decide(() => confirmCheckIn(db, checkIn._id))}
              >
                Confirm
              </Button>
              <Button
                variant="secondary"
                aria-label={`Take back the check-in of ${name || 'an entrant'}`}
                onClick={() => decide(() => voidCheckIn(db, checkIn._id))}
              >
                Take back
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
