import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { type Band, bandOfCode } from '../../../contract/questions/categories.ts'
import { SEXES } from '../../../contract/questions/questions.ts'
import type { PublicResult } from '../../../contract/results/public-list.ts'
import { CorrectionFacts } from '../../marathon/results/correction-facts.tsx'
import type { ShownResults } from '../../marathon/results/public-results.ts'
import { categoryLabel, ResultRow, sexLabel } from '../../marathon/results/result-row.tsx'
import { ListState } from '../../marathon/results/results-panel.tsx'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import { SavedNote } from '../../status/saved-note.tsx'
import { useAccountOrNull } from '../../store/account-context.tsx'
import * as texts from '../../texts/compiled/public-results.js'
import { language } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { CONTROL_CLASS } from '../../ui/field.tsx'
import { usualSeparator } from '../../ui/format/usual-separator.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { PrintIcon } from '../../ui/icons/screen-icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { optional } from '../../ui/optional.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { StickySearch } from '../../ui/sticky-search.tsx'
import { Corrections } from './corrections.tsx'
import { PrintedResults } from './printed-results.tsx'
import { resultsCsv } from './results-csv.ts'
import { countsOf, type Group, gapIn, isIn, placeIn, shownRows } from './shown-results.ts'

const SignedInResults = optional(() =>
  import('../../marathon/results/signed-in-results.tsx').then((m) => m.SignedInResults),
)

const STEP = 50

type PublicResultsProps = {
  marathonId: string
  shown: Extract<ShownResults, { state: 'here' }>
  reach: (seq: number) => void
}

/** A published list: its state, the own rows, a search, its parts, and each row with its times. */
export function PublicResults({ marathonId, shown, reach }: PublicResultsProps) {
  const { list, savedAt, problem, retry } = shown
  const isSignedIn = useAccountOrNull() !== null
  const now = useNow()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const [group, setGroup] = useState<Group>({ sex: '', category: '' })
  const rows = useMemo(() => shownRows(list.rows, group, wanted), [list.rows, group, wanted])
  const placeOf = placeIn(group)
  const gapOf = useMemo(() => gapIn(list.rows, group), [list.rows, group])
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <ListState state={list.state} />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => print()}>
              <PrintIcon size={20} />
              {texts.print()}
            </Button>
            <Button variant="secondary" onClick={() => saveCsv(list, rows)}>
              {texts.csv()}
            </Button>
          </div>
        </div>
        {savedAt !== null && (
          <SavedNote
            problem={problem ?? 'failed'}
            isShownElsewhere={problem === null}
            savedAt={savedAt}
            now={now}
            onRetry={retry}
          />
        )}
        <Corrections corrections={list.corrections} left={list.leftCorrections} />
        {isSignedIn && (
          <Suspense>
            <SignedInResults marathonId={marathonId} list={list} reach={reach} />
          </Suspense>
        )}
      </div>
      <StickySearch>
        <SearchField label={texts.search()} value={text} onChange={({ target }) => setText(target.value)} />
        <SexChips rows={list.rows} group={group} onChange={setGroup} />
      </StickySearch>
      <CategoryChoice rows={list.rows} group={group} onChange={setGroup} />
      <Rows
        key={`${group.sex} ${group.category}`}
        id={marathonId}
        list={list}
        rows={rows}
        placeOf={placeOf}
        gapOf={gapOf}
        isSearch={wanted.trim() !== ''}
      />
      {list.left > 0 && <p className="py-4 text-center text-ink-soft">{texts.left({ count: list.left })}</p>}
      <PrintedResults list={list} rows={rows} placeOf={placeOf} gapOf={gapOf} title={titleOf(group)} />
    </>
  )
}

function saveCsv(list: PublicResultsProps['shown']['list'], rows: readonly PublicResult[]) {
  const csv = resultsCsv(list, rows, usualSeparator(navigator.language, language()))
  const name = `${fileName(list.marathon.title)}-${fileName(texts.inFileName())}.csv`
  // Excel reads a file without the mark in another encoding.
  downloadFile(name, 'text/csv;charset=utf-8', `\ufeff${csv}`)
}

function titleOf({ sex, category }: Group): string {
  if (category !== '') return categoryLabel(category)
  return sex === '' ? texts.overall() : sexLabel(sex)
}

type PartProps = { rows: readonly PublicResult[]; group: Group; onChange: (next: Group) => void }

/** The choice of everybody or a sex, each with the number of its rows. Nothing where nobody said a sex. */
function SexChips({ rows, group, onChange }: PartProps) {
  const counts = useMemo(() => countsOf(rows, 'sex'), [rows])
  if (counts.size === 0) return null
  return (
    <Chips
      legend={texts.show()}
      name="sex"
      value={group.sex}
      onChange={(sex) => onChange({ sex, category: '' })}
      chips={[
        { value: '', label: texts.overall(), count: rows.length },
        ...SEXES.filter((sex) => counts.has(sex)).map((sex) => ({
          value: sex as string,
          label: sexLabel(sex),
          count: counts.get(sex) ?? 0,
        })),
      ]}
    />
  )
}

/** The choice of a category, each with the number of its rows: by sex, and the younger ones first. */
function CategoryChoice({ rows, group, onChange }: PartProps) {
  const choices = useMemo(() => {
    const ofSex = rows.filter(isIn({ ...group, category: '' }))
    const bands = [...countsOf(ofSex, 'category')].map(([code, count]) => ({ code, count, band: bandOfCode(code) }))
    const order = ({ sex }: Band) => (SEXES as readonly string[]).indexOf(sex)
    return bands.sort((a, b) => order(a.band) - order(b.band) || a.band.from - b.band.from)
  }, [rows, group])
  if (choices.length === 0) return null
  return (
    <select
      aria-label={texts.category()}
      value={group.category}
      onChange={({ target }) => onChange({ ...group, category: target.value })}
      className={`${CONTROL_CLASS} mb-3 pe-8 sm:w-auto print:hidden`}
    >
      <option value="">{texts.allCategories()}</option>
      {choices.map(({ code, count }) => (
        <option key={code} value={code}>
          {texts.withCount({ label: categoryLabel(code), count })}
        </option>
      ))}
    </select>
  )
}

type RowsProps = {
  id: string
  list: PublicResultsProps['shown']['list']
  rows: readonly PublicResult[]
  placeOf: (row: PublicResult) => number | null
  gapOf: (row: PublicResult) => number | null
  isSearch: boolean
}

function Rows({ id, list, rows, placeOf, gapOf, isSearch }: RowsProps) {
  const { limit, showMore } = useGrowingLimit(`public results:${id}`, STEP)
  const { corrections } = list
  const corrected = useMemo(() => Map.groupBy(corrections, ({ after }) => after.bib), [corrections])
  return (
    <div className="print:hidden">
      {rows.length === 0 && (
        <p role="status" className="py-6 text-center text-ink-soft">
          {isSearch ? texts.nobodyFound() : texts.nobodyYet()}
        </p>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {rows.slice(0, limit).map((row, index) => {
          // Rows without a bib cannot be told apart.
          const ofRow = (row.bib !== '' && corrected.get(row.bib)) || []
          return (
            <li
              key={row.bib || `row ${index}`}
              className="[contain-intrinsic-height:auto_3.75rem] [content-visibility:auto]"
            >
              <ResultRow row={row} list={list} place={placeOf(row)} gap={gapOf(row)} isCorrected={ofRow.length > 0}>
                {ofRow.map((correction) => (
                  <CorrectionFacts key={correction._id} correction={correction} />
                ))}
              </ResultRow>
            </li>
          )
        })}
      </ol>
      {rows.length > limit && <LoadMore onMore={showMore} />}
    </div>
  )
}
