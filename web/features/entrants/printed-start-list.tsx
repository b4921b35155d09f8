import { PrintedHead } from '../../marathon/details/printed-head.tsx'
import { entrantName } from '../../marathon/entrant-name.ts'
import { isInBallot, isOnWaitingList, isUnconfirmed } from '../../marathon/waiting-list.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import type { Here } from '../../store/rows/here.ts'
import { unconfirmed } from '../../texts/compiled/entrant.js'
import * as texts from '../../texts/compiled/entrants.js'
import { localeOf } from '../../texts/languages.ts'
import { formatDay, formatDayTime } from '../../ui/format/format.ts'
import { usePrinting } from '../../ui/hooks/use-printing.ts'
import type { OwnChoice } from './own-choices.ts'
import { PRINT_COLUMNS, type PrintField } from './print-columns.ts'

type PrintedStartListProps = {
  marathon: MarathonView
  rows: ApplicationView[]
  fields: ReadonlySet<PrintField>
  /** The columns that the marathon has of its own. */
  own: readonly OwnChoice[]
  /** The places on the waiting list, by id. */
  waitingPlaces: ReadonlyMap<string, number>
  /** Who is here. Without it the list has no columns that need it: an empty cell would say that nobody is here. */
  here: Here | undefined
}

/**
 * The start list on paper: the entrants that the screen shows, in its order. It is in the page only while the page is
 * printed, because 50,000 rows would slow down the screen.
 */
export function PrintedStartList({ marathon, rows, fields, own, waitingPlaces, here }: PrintedStartListProps) {
  if (!usePrinting()) return null
  const { timeZone } = marathon
  const known = { waitingPlaces, here, timeZone }
  const common = PRINT_COLUMNS.filter(([, field]) => {
    const isKnown = here || (field !== 'checkedInAt' && field !== 'gate')
    return isKnown && field !== 'bib' && fields.has(field)
  }).map(([label, field]) => ({
    field,
    label: label(),
    shown: (entrant: ApplicationView) => printedCell(entrant, field, known),
  }))
  const further = [...common, ...own.filter(({ field }) => fields.has(field))]
  return (
    <div className="hidden print:block">
      <PrintedHead marathon={marathon} />
      <table className={`mt-4 w-full border-collapse text-start ${further.length > 2 ? 'text-sm' : ''}`}>
        <caption className="mb-2 text-start">{texts.startList({ count: rows.length })}</caption>
        <thead>
          <tr className="border-b-2 border-ink align-bottom">
            {fields.has('bib') && <th className="w-28 py-1 pe-4 text-start">{texts.bib()}</th>}
            <th className="py-1 pe-4 text-start">{texts.nameColumn()}</th>
            {further.map(({ label, field }) => (
              <th key={field} className="py-1 pe-4 text-start">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((entrant) => (
            <tr key={entrant._id} className="break-inside-avoid border-b border-line">
              {fields.has('bib') && (
                <td className="numeral py-1 pe-4 text-lg whitespace-nowrap">{printedCell(entrant, 'bib', known)}</td>
              )}
              <td className="py-1 pe-4">
                <bdi>{entrantName(entrant)}</bdi>
              </td>
              {further.map(({ field, shown }) => (
                <td key={field} className={`py-1 pe-4 ${isLong(field) ? 'wrap-anywhere' : ''}`}>
                  <bdi>{shown(entrant)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CommonField = (typeof PRINT_COLUMNS)[number][1]
type Known = Pick<PrintedStartListProps, 'waitingPlaces' | 'here'> & { timeZone: string }

/** May the cells have long words? */
function isLong(field: PrintField): boolean {
  return field === 'email' || field === 'gate' || field.includes('.')
}

/** The text of a cell. Times are those of the event, on any reader's phone. */
function printedCell(entrant: ApplicationView, field: CommonField, { waitingPlaces, here, timeZone }: Known): string {
  const scan = here?.get(entrant._id)
  switch (field) {
    case 'bib':
      return entrant.bib ?? '–'
    case 'status':
      return statusOf(entrant)
    case 'checkedInAt':
      return scan ? formatDayTime(scan.at, timeZone, timeZone) : ''
    case 'gate':
      return scan?.gate ?? ''
    case 'waitingPlace':
      return waitingPlaces.get(entrant._id)?.toLocaleString(localeOf('en-US')) ?? ''
    case 'promotedAt':
      return entrant.promotedAt ? formatDay(entrant.promotedAt, timeZone) : ''
    case 'createdAt':
      return formatDay(entrant.createdAt, timeZone)
    case 'phoneNumber':
      return entrant.phoneNumber
    case 'email':
      return entrant.email
  }
}

function statusOf(entrant: ApplicationView): string {
  if (isOnWaitingList(entrant)) return texts.statusWaiting()
  if (isUnconfirmed(entrant)) return unconfirmed()
  return isInBallot(entrant) ? texts.statusBallot() : texts.statusRegistered()
}
