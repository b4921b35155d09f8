import { PrintedHead } from '../../../marathon/details/printed-head.tsx'
import { byBib, byLastName } from '../../../marathon/entrant/entrant-order.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import * as labels from '../../../texts/compiled/labels.js'
import * as texts from '../../../texts/compiled/sources.js'

/** The sheets of paper for a day on which phones fail. */
export const SHEET_KINDS = ['gateByBib', 'gateByName', 'finish', 'funnel', 'retired'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]

export const SHEET_TEXTS: Record<SheetKind, () => string> = {
  gateByBib: texts.sheetGateByBib,
  gateByName: texts.sheetGateByName,
  finish: texts.sheetFinish,
  funnel: texts.sheetFunnel,
  retired: texts.sheetRetired,
}
const HINTS: Record<'finish' | 'funnel' | 'retired', () => string> = {
  finish: texts.finishHint,
  funnel: texts.funnelHint,
  retired: texts.retiredHint,
}

/** Lines of a page, in two columns with room for a hand that is cold. They fit A4 and Letter. */
export const LINES = 40

type PrintedSheetsProps = {
  marathon: MarathonView
  kind: SheetKind
  /** How many pages of lines. */
  pages: number
  entrants: readonly ApplicationView[]
}

/** Sheets of paper. They are in the page only while it is printed. */
export function PrintedSheets({ marathon, kind, pages, entrants }: PrintedSheetsProps) {
  return (
    <div className="hidden print:block">
      {kind === 'gateByBib' || kind === 'gateByName' ? (
        <GateSheet marathon={marathon} kind={kind} entrants={entrants} />
      ) : (
        Array.from({ length: pages }, (_, page) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
          <LinesPage key={page} {...{ marathon, kind, page, pages }} />
        ))
      )}
    </div>
  )
}

const CELL = 'border border-line px-2 text-start align-middle'

/** The start list with boxes to tick. The head of the table is on each page. */
function GateSheet({ marathon, kind, entrants }: Omit<PrintedSheetsProps, 'pages'>) {
  const rows = entrants.filter(hasPlace).toSorted(kind === 'gateByBib' ? byBib : byLastName)
  const order = (entrant: ApplicationView) =>
    kind === 'gateByName' ? `${entrant.lastName}, ${entrant.firstName}` : entrantName(entrant)
  return (
    <>
      <PrintedHead marathon={marathon} />
      <table className="mt-4 w-full border-collapse text-sm">
        <caption className="mb-2 text-start text-base font-semibold">
          {texts.sheetOf({ sheet: SHEET_TEXTS[kind](), count: rows.length })}
        </caption>
        <thead>
          <tr>
            <th className={`${CELL} w-16`}>{texts.here()}</th>
            <th className={`${CELL} w-20`}>{texts.didNotStart()}</th>
            <th className={`${CELL} w-20`}>{labels.bib()}</th>
            <th className={CELL}>{texts.name()}</th>
            <th className={`${CELL} w-1/3`}>{texts.note()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entrant) => (
            <tr key={entrant._id} className="h-8 break-inside-avoid">
              <td className={CELL}>
                <Box />
              </td>
              <td className={CELL}>
                <Box />
              </td>
              <td className={`${CELL} numeral text-lg`}>{entrant.bib ?? ''}</td>
              <td className={CELL}>
                <bdi>{order(entrant)}</bdi>
              </td>
              <td className={CELL} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Box() {
  return <span className="mx-auto block size-4 border-2 border-ink" />
}

type LinesPageProps = { marathon: MarathonView; kind: 'finish' | 'funnel' | 'retired'; page: number; pages: number }

/** A page of numbered lines. */
function LinesPage({ marathon, kind, page, pages }: LinesPageProps) {
  const columns = kind === 'funnel' ? [labels.bib()] : [texts.time(), labels.bib()]
  const half = LINES / 2
  return (
    <div className={page < pages - 1 ? 'break-after-page' : ''}>
      <PrintedHead marathon={marathon} />
      <div className="mt-2 flex items-baseline justify-between gap-4">
        <p className="text-xl font-bold">{SHEET_TEXTS[kind]()}</p>
        <p>{texts.pageOf({ page: page + 1, pages })}</p>
      </div>
      <p className="text-sm">{HINTS[kind]()}</p>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3">
        {[texts.point(), texts.writtenBy(), texts.watch(), texts.startedAt()].map((label) => (
          <div key={label} className="flex items-end gap-2">
            <dt className="shrink-0 text-sm">{label}</dt>
            <dd className="h-6 flex-1 border-b border-ink" />
          </div>
        ))}
      </dl>
      <div className="mt-4 grid grid-cols-2 gap-6">
        {[0, 1].map((side) => (
          <table key={side} className="w-full border-collapse">
            <thead>
              <tr className="text-sm">
                <th className={`${CELL} w-12`}>{texts.lineNumber()}</th>
                {columns.map((column) => (
                  <th key={column} className={CELL}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: half }, (_, line) => page * LINES + side * half + line + 1).map((number) => (
                <tr key={number} className="h-[8.6mm]">
                  <td className={`${CELL} tabular-nums`}>{number}</td>
                  {columns.map((column) => (
                    <td key={column} className={CELL} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </div>
  )
}
