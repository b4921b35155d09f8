import { Link } from '@tanstack/react-router'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { useLiveRead } from '../../store/live-read.ts'
import { offer } from '../../store/rows/staff.ts'
import * as texts from '../../texts/compiled/my-account.js'
import * as staffTexts from '../../texts/compiled/staff.js'
import { Button } from '../../ui/button.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { type Handover, readHandovers } from './belongings.ts'

/** The events that the deletion of the account would take from their entrants, and who could go on with each. */
export function HandOver() {
  const { db } = useAccount()
  const events = useLiveRead(() => readHandovers(db), [db]) ?? []
  if (events.length === 0) return null
  return (
    <section aria-labelledby="hand-over" className="grid gap-3 border-s-4 border-flare ps-4">
      <h3 id="hand-over" className="font-semibold">
        {texts.handOver()}
      </h3>
      <p>{texts.handOverHow()}</p>
      <ul className="grid gap-4">
        {events.map((event) => (
          <li key={event._id}>
            <EventToHandOver event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EventToHandOver({ event }: { event: Handover }) {
  const { db } = useAccount()
  const { _id: id, title, startDate, timeZone, entrants, organisers } = event
  return (
    <>
      <p className="font-semibold break-words">{title}</p>
      <p className="text-sm text-ink-soft">
        {texts.handOverFacts({ start: formatDayTime(startDate, timeZone), count: entrants })}
      </p>
      {organisers.length === 0 ? (
        <p>
          {texts.nobodyToHandOver()}{' '}
          <Link to="/dashboard/myMarathons/$id/staff" params={{ id }} className="text-link">
            {texts.nameOrganiser()}
            <span className="sr-only">: {title}</span>
          </Link>
        </p>
      ) : (
        <div className="mt-1 flex flex-wrap gap-2">
          {organisers.map((row) => {
            const name = row.name || texts.unnamedOrganiser()
            return (
              <Button
                key={row._id}
                variant="secondary"
                onClick={() =>
                  withStorageMessage(async () => void (await offer(db, row, !row.isOffered)), staffTexts.notChanged())
                }
              >
                {row.isOffered ? texts.takeOfferBack({ name }) : texts.offerTo({ name })}
              </Button>
            )
          })}
        </div>
      )}
      {organisers.some(({ isOffered }) => isOffered) && <p className="mt-1 text-sm">{texts.waitForTakeOver()}</p>}
    </>
  )
}
