import { useDeferredValue, useMemo, useState } from 'react'
import { entrantsCsv } from '../../../contract/entrants-csv.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { isOnWaitingList } from '../../shared/marathon/waiting-list.ts'
import { Button } from '../../ui/button.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { DownloadIcon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EntrantRows } from './entrant-rows.tsx'
import { ENTRANT_SORTS, type EntrantSort, findEntrants } from './find-entrants.ts'

/** The entrants that this phone stores, with search, sort and download. */
export function Entrants({ marathon, entrants }: { marathon: MarathonView; entrants: ApplicationView[] }) {
  const [text, setText] = useState('')
  const [sort, setSort] = useState<EntrantSort>('newest')
  const wanted = useDeferredValue(text)
  const rows = useMemo(() => findEntrants(entrants, wanted, sort), [entrants, wanted, sort])

  if (entrants.length === 0) {
    return (
      <Notice kind="empty" title="Nobody has applied yet.">
        Applications appear here as they come in.
      </Notice>
    )
  }
  const download = () =>
    // The byte order mark tells spreadsheets that the file is UTF-8.
    downloadFile(`${fileName(marathon.title)}-entrants.csv`, 'text/csv;charset=utf-8', `\ufeff${entrantsCsv(rows)}`)
  const waiting = entrants.filter(isOnWaitingList).length
  const shown = rows.length === entrants.length ? entrants.length - waiting : rows.length
  const places = marathon.capacity === null ? '' : ` of ${marathon.capacity.toLocaleString('en-US')} places`
  return (
    <>
      <div className="mb-5 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
        <TextField
          label="Search"
          type="search"
          inputMode="search"
          placeholder="Name, email or number"
          value={text}
          onChange={(change) => setText(change.target.value)}
        />
        <SelectField label="Sort By" value={sort} onChange={(change) => setSort(change.target.value as EntrantSort)}>
          {Object.entries(ENTRANT_SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button variant="secondary" className="min-h-12" onClick={download}>
          <DownloadIcon size={20} />
          CSV
        </Button>
      </div>
      <p role="status" className="mb-3">
        <span className="numeral text-3xl">{shown.toLocaleString('en-US')}</span>{' '}
        {rows.length === entrants.length
          ? `registered${places}${waiting > 0 ? `, ${waiting.toLocaleString('en-US')} on the waiting list` : ''}`
          : `of ${entrants.length.toLocaleString('en-US')} entrants fit`}
      </p>
      <EntrantRows rows={rows} timeZone={marathon.timeZone} />
    </>
  )
}
