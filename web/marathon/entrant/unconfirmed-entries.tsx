import { lazy, Suspense, useState } from 'react'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { confirmEntry, useUnconfirmedEntries } from '../../store/rows/entrant-edits.ts'
import * as texts from '../../texts/compiled/entrant.js'
import { showMore } from '../../texts/compiled/entrants.js'
import { Button } from '../../ui/button.tsx'
import { isSecondTap } from '../../ui/dialogs/double-tap.ts'
import { formatDayTime } from '../../ui/format/format.ts'
import { entrantName } from '../entrant-name.ts'
import type { EntrantForm } from './entrant-form.tsx'

const OpenEntrantForm = lazy(() => import('./entrant-form.tsx').then((m) => ({ default: m.OpenEntrantForm })))

/** Most entries that are shown at first, and by each tap on "Show more". */
const STEP = 20

/**
 * The entries that a desk made after it was removed; nothing if there are none. They do not count until the organiser
 * says so. All decisions are queued, so they work offline.
 */
export function UnconfirmedEntries({ marathon }: { marathon: MarathonView }) {
  const { db } = useAccount()
  const [limit, setLimit] = useState(STEP)
  const [open, setOpen] = useState<EntrantForm | null>(null)
  const found = useUnconfirmedEntries(marathon._id) ?? []
  const more = found.length - limit
  return (
    <>
      {found.length > 0 && (
        <section aria-labelledby="unconfirmed-entries" className="mb-8 max-w-2xl">
          <h2 id="unconfirmed-entries" className="text-xl">
            {texts.toDecideTitle({ count: found.length })}
          </h2>
          <p className="mb-2 text-ink-soft">{texts.toDecideText()}</p>
          <ul className="grid divide-y divide-line border-y border-line">
            {found.slice(0, limit).map((entrant) => {
              const name = entrantName(entrant)
              return (
                <li key={entrant._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
                  <div className="min-w-0">
                    <p className="font-semibold break-words">{name}</p>
                    <p className="text-sm text-ink-soft break-words">
                      {[
                        formatDayTime(entrant.createdAt, marathon.timeZone),
                        entrant.wantedBib && texts.wantsBib({ bib: entrant.wantedBib }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                  <div className="flex flex-wrap gap-2">
                    <Button
                      aria-label={texts.confirmOf({ name })}
                      onClick={() =>
                        !isSecondTap(entrant._id) && void withStorageMessage(() => confirmEntry(db, entrant))
                      }
                    >
                      {texts.confirm()}
                    </Button>
                    <Button
                      variant="danger"
                      aria-label={texts.withdrawOf({ name })}
                      onClick={() => setOpen({ form: 'withdraw', entrant })}
                    >
                      {texts.withdraw()}
                    </Button>
                  </div>
                </li>
              )
            })}
          </ul>
          {more > 0 && (
            <Button variant="secondary" className="mt-3" onClick={() => setLimit(limit + STEP)}>
              {showMore({ count: Math.min(STEP, more) })}
            </Button>
          )}
        </section>
      )}
      <Suspense>{open && <OpenEntrantForm open={open} marathon={marathon} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}
