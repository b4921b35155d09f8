import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { goneFields } from '../../../contract/questions/answer-columns.ts'
import { staffFieldsOf, staffValueField } from '../../../contract/questions/questions.ts'
import { type EntrantForm, OpenEntrantForm } from '../../marathon/entrant/entrant-form.tsx'
import { findEntrants } from '../../marathon/find-entrants.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { useHere } from '../../store/rows/here.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CheckIcon, DownloadIcon, PrintIcon } from '../../ui/icons/screen-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EntrantFilters } from './entrant-filters.tsx'
import { EntrantRows } from './entrant-rows.tsx'
import { EntrantTotals } from './entrant-totals.tsx'
import { FacetSelects } from './facets/facet-selects.tsx'
import { CATEGORY_KEY, type Chosen, chosenCategory, facetsOf, fitsAll } from './facets/facets.ts'
import { ownChoices } from './own-choices.ts'
import { prepared } from './prepared.ts'
import { usePrintColumns } from './print-columns.ts'
import { PrintedStartList } from './printed-start-list.tsx'
import { type EntrantFilter, type EntrantSort, needsHere, passes } from './shown-entrants.ts'
import { useSortedEntrants } from './sorted-entrants.ts'
import type { OpenField } from './staff-fields/edit-field.tsx'
import { knownValues } from './staff-fields/known-values.ts'
import { waitingPlaces } from './waiting-order.ts'

const EditBib = lazy(() => import('./bibs/edit-bib.tsx').then((m) => ({ default: m.EditBib })))
const AssignBibs = lazy(() => import('./bibs/assign-bibs.tsx').then((m) => ({ default: m.AssignBibs })))
const ImportBibs = lazy(() => import('./bibs/import-bibs.tsx').then((m) => ({ default: m.ImportBibs })))
const EditField = lazy(() => import('./staff-fields/edit-field.tsx').then((m) => ({ default: m.EditField })))
const FillField = lazy(() => import('./staff-fields/fill-field.tsx').then((m) => ({ default: m.FillField })))
const ExportEntrants = lazy(() => import('./files/export-entrants.tsx').then((m) => ({ default: m.ExportEntrants })))
const PrintEntrants = lazy(() => import('./print-entrants.tsx').then((m) => ({ default: m.PrintEntrants })))

type Open = 'assign' | 'import' | 'export' | 'print' | 'fill' | ApplicationView | EntrantForm | OpenField | null

type EntrantsProps = { marathon: MarathonView; entrants: ApplicationView[]; onImport: () => void }

/** The start list of one's own marathon: the entrants that this phone stores, their bibs, and what to do with them. */
export function Entrants({ marathon, entrants, onImport }: EntrantsProps) {
  const [text, setText] = useState('')
  const [sort, setSort] = useState<EntrantSort>('newest')
  const [filter, setFilter] = useState<EntrantFilter>('all')
  const [open, setOpen] = useState<Open>(null)
  const wanted = useDeferredValue(text)
  // Sorting and preparing 50,000 entrants takes longer than a search, so neither is repeated for each letter, nor for
  // an entrant that did not change.
  const sorted = useSortedEntrants(entrants, sort)
  const all = useMemo(() => prepared(sorted), [sorted])
  const facets = useMemo(() => facetsOf(marathon), [marathon])
  const [chosen, setChosen] = useState<Chosen>({})
  const fields = useMemo(() => staffFieldsOf(marathon), [marathon])
  // Only the dialog and the paper need the answers to removed questions, which all entrants are looked through for.
  const [hasPrinted, setPrinted] = useState(false)
  const own = useMemo(
    () => ownChoices(marathon, hasPrinted ? goneFields(marathon, entrants) : []),
    [marathon, hasPrinted, entrants],
  )
  const print = usePrintColumns(own)
  const here = useHere(needsHere(filter) || print.needsHere ? marathon._id : null)
  const places = useMemo(() => waitingPlaces(entrants), [entrants])
  const narrowed = useMemo(
    () => (filter === 'all' ? sorted : sorted.filter((entrant) => passes(entrant, filter, here))),
    [sorted, filter, here],
  )
  const rows = useMemo(() => {
    const fits = fitsAll(facets, chosen)
    return findEntrants(all, wanted, (entrant) => passes(entrant, filter, here) && fits(entrant))
  }, [all, wanted, filter, here, facets, chosen])
  const category = useMemo(() => {
    const label = chosenCategory(facets, chosen)
    const [ofCategory, choice] = [facets.filter(({ key }) => key === CATEGORY_KEY), chosen[CATEGORY_KEY]]
    return label === null || choice === undefined
      ? null
      : { label, has: fitsAll(ofCategory, { [CATEGORY_KEY]: choice }) }
  }, [facets, chosen])

  const close = () => setOpen(null)
  // An open dialog stays, with what is typed in it.
  if (entrants.length === 0 && open === null) {
    return (
      <Notice kind="empty" title={texts.nobodyApplied()} action={<ImportButton onClick={onImport} />}>
        {texts.applicationsAppear()}
      </Notice>
    )
  }
  const isNarrowed = wanted.trim() !== '' || filter !== 'all' || Object.keys(chosen).length > 0
  return (
    <>
      {/* The line that says how many fit comes and goes. A list that kept its place then would push it under the search. */}
      <div className="[overflow-anchor:none] print:hidden">
        <EntrantTotals marathon={marathon} entrants={entrants} category={category} />
        <div className="-mx-4 mb-2 flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] *:shrink-0 *:px-3! sm:mx-0 sm:flex-wrap sm:px-0">
          <ButtonLink to="/dashboard/myMarathons/$id/checkIn" params={{ id: marathon._id }}>
            <CheckIcon size={20} />
            {texts.checkIn()}
          </ButtonLink>
          <Button variant="secondary" onClick={() => setOpen('assign')}>
            {texts.assignBibs()}
          </Button>
          <Button variant="secondary" onClick={() => setOpen('import')}>
            {texts.importBibs()}
          </Button>
          <ImportButton onClick={onImport} />
          {fields.length > 0 && (
            <Button variant="secondary" onClick={() => setOpen('fill')}>
              {texts.fillField()}
            </Button>
          )}
          <Button variant="secondary" onClick={() => setOpen('export')}>
            <DownloadIcon size={20} />
            {texts.csv()}
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              setPrinted(true)
              setOpen('print')
            }}
          >
            <PrintIcon size={20} />
            {texts.print()}
          </Button>
        </div>
        <EntrantFilters
          entrants={entrants}
          here={here}
          text={text}
          onText={setText}
          sort={sort}
          onSort={setSort}
          filter={filter}
          onFilter={setFilter}
        />
        <FacetSelects facets={facets} chosen={chosen} onChoose={setChosen} entrants={narrowed} />
        <p role="status" className="not-empty:mb-3">
          {needsHere(filter) && !here
            ? texts.readingCheckIns()
            : isNarrowed && texts.entrantsFit({ shown: rows.length, all: entrants.length })}
        </p>
        <EntrantRows
          rows={rows}
          waitingPlaces={places}
          here={here}
          marathon={marathon}
          onBib={setOpen}
          onField={setOpen}
          onOpen={setOpen}
        />
      </div>
      <PrintedStartList
        marathon={marathon}
        rows={rows}
        fields={print.fields}
        own={own}
        waitingPlaces={places}
        here={here}
      />
      <Suspense>
        {open === 'assign' && <AssignBibs entrants={entrants} onClose={close} />}
        {open === 'import' && <ImportBibs entrants={entrants} onClose={close} />}
        {open === 'export' && <ExportEntrants marathon={marathon} rows={rows} waitingPlaces={places} onClose={close} />}
        {open === 'fill' && <FillField fields={fields} rows={rows} onClose={close} />}
        {open === 'print' && (
          <PrintEntrants
            count={rows.length}
            columns={print}
            own={own}
            isReady={!print.needsHere || here !== undefined}
            onClose={close}
          />
        )}
        {open !== null && typeof open === 'object' && 'form' in open && (
          <OpenEntrantForm open={open} marathon={marathon} onClose={close} />
        )}
        {open !== null && typeof open === 'object' && 'field' in open && (
          <EditField {...open} known={knownValues(entrants, staffValueField(open.field.id))} onClose={close} />
        )}
        {open !== null && typeof open === 'object' && '_id' in open && (
          <EditBib entrant={open} entrants={entrants} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function ImportButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" onClick={onClick}>
      {texts.importEntrants()}
    </Button>
  )
}
