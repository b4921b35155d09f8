import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { bibOf } from '../../data/entrants.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { entrantName } from '../../shared/marathon/entrant-name.ts'
import { isInBallot, isOnWaitingList } from '../../shared/marathon/waiting-list.ts'
import { formatDayTime, formatWeekday } from '../../ui/format/format.ts'

/**
 * The start list on paper: the entrants that the screen shows, in its order. It is in the page only while the page is
 * printed, because 50,000 rows would slow down the screen.
 */
export function PrintedStartList({ marathon, rows }: { marathon: MarathonView; rows: ApplicationView[] }) {
  if (!usePrinting()) return null
  const { title, location, distance, startDate, timeZone } = marathon
  return (
    <div className="hidden print:block">
      <p className="font-display text-3xl font-bold">{title}</p>
      <p className="mt-1">
        {formatWeekday(startDate, timeZone)} {formatDayTime(startDate, timeZone, timeZone)} ({timeZone}), {location},{' '}
        {distance}
      </p>
      <table className="mt-4 w-full border-collapse text-left">
        <caption className="mb-2 text-left">Start list, {rows.length.toLocaleString('en-US')} entrants</caption>
        <thead>
          <tr className="border-b-2 border-ink">
            <th className="w-36 py-1 pr-4">Bib</th>
            <th className="py-1 pr-4">Name</th>
            <th className="w-36 py-1">Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entrant) => (
            <tr key={entrant._id} className="break-inside-avoid border-b border-line">
              <td className="numeral py-1 pr-4 text-lg whitespace-nowrap">{bibOf(entrant) ?? '–'}</td>
              <td className="py-1 pr-4">{entrantName(entrant)}</td>
              <td className="py-1">
                {isOnWaitingList(entrant) ? 'Waiting list' : isInBallot(entrant) ? 'In the ballot' : 'Registered'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Is the page being printed? The browser draws the paper right after the event, so React must not wait. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
