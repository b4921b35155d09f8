import { useState } from 'react'
import * as texts from '../../texts/compiled/import.js'
import { SelectField } from '../../ui/field.tsx'
import type { Columns, KnownTarget } from './columns.ts'
import type { Table } from './read-table.ts'

type ColumnSelectsProps<T extends string> = {
  table: Table
  columns: Columns<T>
  targets: readonly KnownTarget<T>[]
  isMissing: boolean
  onChoose: (at: number, target: T | '') => void
}

/** A select for each column of a file: what is in it. It is open where a needed one is not found. */
export function ColumnSelects<T extends string>(props: ColumnSelectsProps<T>) {
  const { table, columns, targets, isMissing, onChoose } = props
  const found = new Map(Object.entries(columns).map(([target, at]) => [at, target]))
  const [isOpen, setOpen] = useState(isMissing)
  return (
    <details
      open={isOpen}
      onToggle={(toggle) => setOpen(toggle.currentTarget.open)}
      className="rounded-md border border-line px-4 py-2"
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{texts.columns()}</summary>
      <p className="mb-3 text-ink-soft">{texts.columnsHint()}</p>
      <div className="grid gap-4 pb-3 sm:grid-cols-2">
        {/* Many columns with many choices take long to render, and are seldom looked at. */}
        {(isOpen ? table.heads : []).map((head, at) => {
          const value = table.rows.find(({ cells }) => cells[at]?.trim())?.cells[at]
          return (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
              key={at}
              label={head || texts.columnWithoutHead({ column: at + 1 })}
              hint={value && texts.example({ value: value.slice(0, 40) })}
              value={found.get(at) ?? ''}
              onChange={(change) => onChoose(at, change.target.value as T | '')}
            >
              <option value="">{texts.leaveOut()}</option>
              {targets.map(({ target, label }) => (
                <option key={target} value={target}>
                  {label}
                </option>
              ))}
            </SelectField>
          )
        })}
      </div>
    </details>
  )
}
