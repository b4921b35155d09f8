import { useState } from 'react'
import { useAccount } from '../../data/account-context.tsx'
import { confirmCheckIns, type UnconfirmedCheckIn, useUnconfirmed, voidCheckIn } from '../../data/check-ins.ts'
import { StorageFailure } from '../../data/outbox.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { isSecondTap } from '../../ui/double-tap.ts'
import { formatDayTime } from '../../ui/format/format.ts'
import { confirmPopUp, infoPopUp } from '../../ui/pop-up.ts'

/** Most scans that are shown at first, and by each tap on "Show more". */
const STEP = 20

/**
 * The check-ins of helpers who were removed before their phone sent them; nothing if there are none. They do not count
 * until the organiser says so. All decisions are queued, so they work offline.
 */
export function Unconfirmed({ marathon }: { marathon: MarathonView }) {
  const { db } = useAccount()
  const [limit, setLimit] = useState(STEP)
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
  /** Decides about one check-in. */
  const decideOne = async (id: string, queue: () => Promise<unknown>) => {
    if (!isSecondTap(id)) await decide(queue)
  }
  const confirmAll = async (by: string, all: UnconfirmedCheckIn[]) => {
    const isSure = await confirmPopUp({
      title: `Confirm all ${all.length.toLocaleString('en-US')} check-ins of ${by}?`,
      text: 'They count from then on. Each of them can still be undone on the check-in screen.',
      confirm: 'Yes, confirm all',
    })
    const ids = all.map(({ checkIn }) => checkIn._id)
    if (isSure) await decide(() => confirmCheckIns(db, ids))
  }
  const more = found.length - limit
  return (
    <section aria-labelledby="unconfirmed" className="mb-8 max-w-2xl">
      <h3 id="unconfirmed" className="text-xl">
        Unconfirmed check-ins: {found.length.toLocaleString('en-US')}
      </h3>
      <p className="mb-2 text-ink-soft">
        Somebody scanned these entries who was removed as a helper before the scans arrived. They do not count until you
        say so.
      </p>
      <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
        {byHelper(found).map(([by, all]) => (
          <Button key={by} variant="secondary" onClick={() => confirmAll(by, all)}>
            Confirm all {all.length.toLocaleString('en-US')} of {by}
          </Button>
        ))}
      </div>
      <ul className="grid divide-y divide-line border-y border-line">
        {found.slice(0, limit).map(({ checkIn, name, bib }) => (
          <li key={checkIn._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">
                {name || 'An entrant'}
                {bib && `, bib ${bib}`}
              </p>
              <p className="text-sm text-ink-soft break-words">
                {formatDayTime(checkIn.at, marathon.timeZone)}
                {checkIn.gate && `, gate ${checkIn.gate}`}, by {nameOf(checkIn.by)}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                aria-label={`Confirm the check-in of ${name || 'an entrant'}`}
                onClick={() => decideOne(checkIn._id, () => confirmCheckIns(db, [checkIn._id]))}
              >
                Confirm
              </Button>
              <Button
                variant="secondary"
                aria-label={`Take back the check-in of ${name || 'an entrant'}`}
                onClick={() => decideOne(checkIn._id, () => voidCheckIn(db, checkIn._id))}
              >
                Take back
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="secondary" className="mt-3" onClick={() => setLimit(limit + STEP)}>
          Show {Math.min(STEP, more)} more
        </Button>
      )}
    </section>
  )
}

/** The scans of each helper who made several, by the helper's name. */
function byHelper(found: UnconfirmedCheckIn[]): [string, UnconfirmedCheckIn[]][] {
  return [...Map.groupBy(found, ({ checkIn }) => nameOf(checkIn.by))].filter(([, all]) => all.length > 1)
}

function nameOf(by: string): string {
  return by || 'somebody without a name'
}
