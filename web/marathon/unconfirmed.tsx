import { useState } from 'react'
import { withStorageMessage } from '../status/with-storage-message.ts'
import { useAccount } from '../store/account-context.tsx'
import type { CheckInView, MarathonView } from '../store/overlay.ts'
import { confirmCheckIns, type UnconfirmedCheckIn, useUnconfirmed, voidCheckIn } from '../store/rows/check-ins.ts'
import * as texts from '../texts/compiled/entrants.js'
import { Button } from '../ui/button.tsx'
import { isSecondTap } from '../ui/dialogs/double-tap.ts'
import { confirmPopUp } from '../ui/dialogs/pop-up.ts'
import { formatDayTime } from '../ui/format/format.ts'

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
  /** Decides about one check-in. */
  const decideOne = async (id: string, queue: () => Promise<unknown>) => {
    if (!isSecondTap(id)) await withStorageMessage(queue)
  }
  const confirmAll = async (by: string, all: UnconfirmedCheckIn[]) => {
    const isSure = await confirmPopUp({
      title: by
        ? texts.confirmAllTitle({ count: all.length, by })
        : texts.confirmAllTitleNameless({ count: all.length }),
      text: texts.confirmAllText(),
      confirm: texts.confirmAllYes(),
    })
    const ids = all.map(({ checkIn }) => checkIn._id)
    if (isSure) await withStorageMessage(() => confirmCheckIns(db, ids))
  }
  const more = found.length - limit
  return (
    <section aria-labelledby="unconfirmed" className="mb-8 max-w-2xl">
      <h2 id="unconfirmed" className="text-xl">
        {texts.unconfirmedTitle({ count: found.length })}
      </h2>
      <p className="mb-2 text-ink-soft">{texts.unconfirmedText()}</p>
      <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
        {byHelper(found).map(([by, all]) => (
          <Button key={by} variant="secondary" onClick={() => confirmAll(by, all)}>
            {by ? texts.confirmAll({ count: all.length, by }) : texts.confirmAllNameless({ count: all.length })}
          </Button>
        ))}
      </div>
      <ul className="grid divide-y divide-line border-y border-line">
        {found.slice(0, limit).map(({ checkIn, name, bib }) => (
          <li key={checkIn._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">{whoOf(name, bib)}</p>
              <p className="text-sm text-ink-soft break-words">{scanOf(checkIn, marathon.timeZone)}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                aria-label={name ? texts.confirmOf({ name }) : texts.confirmOfNameless()}
                onClick={() => decideOne(checkIn._id, () => confirmCheckIns(db, [checkIn._id]))}
              >
                {texts.confirm()}
              </Button>
              <Button
                variant="secondary"
                aria-label={name ? texts.takeBackOf({ name }) : texts.takeBackOfNameless()}
                onClick={() => decideOne(checkIn._id, () => voidCheckIn(db, checkIn._id))}
              >
                {texts.takeBack()}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="secondary" className="mt-3" onClick={() => setLimit(limit + STEP)}>
          {texts.showMore({ count: Math.min(STEP, more) })}
        </Button>
      )}
    </section>
  )
}

/** The scans of each helper who made several, by the helper's name; '' for those without one. */
function byHelper(found: UnconfirmedCheckIn[]): [string, UnconfirmedCheckIn[]][] {
  return [...Map.groupBy(found, ({ checkIn }) => checkIn.by)].filter(([, all]) => all.length > 1)
}

/** 'Ana Adason, bib 12'. */
function whoOf(name: string, bib: string | null): string {
  if (!bib) return name || texts.anEntrant()
  return name ? texts.nameAndBib({ name, bib }) : texts.anEntrantWithBib({ bib })
}

/** 'Mar 5, 2027, 07:02, gate A, by Hana'. */
function scanOf({ at, gate, by }: CheckInView, timeZone: string): string {
  const time = formatDayTime(at, timeZone)
  if (!gate) return by ? texts.scanBy({ time, by }) : texts.scanByNameless({ time })
  return by ? texts.scanAtGateBy({ time, gate, by }) : texts.scanAtGateByNameless({ time, gate })
}
