import type { ReactNode } from 'react'

export type Column<Row> = {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Extra classes of the cell. */
  className?: string
  /** On a card, the head stands before a value that would be unclear without it. */
  isNamed?: boolean
}

type CardTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** The head is drawn and not read out: a screen reader says the column's head by itself. */
const NAMED =
  'max-md:before:mr-2 max-md:before:text-sm max-md:before:text-ink-soft max-md:before:content-[attr(data-head)_/_""]'

/**
 * A table that turns into one card a row on a phone; there the values of `isNamed` columns carry their heads. It never
 * scrolls sideways.
 * The roles are said outright: `display: block` takes a table's own away in some browsers.
 */
export function CardTable<Row>({ caption, columns, rows, keyOf }: CardTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: shown as blocks, a table loses its own
    <table role="table" className="block w-full md:table md:overflow-hidden md:rounded-lg md:bg-surface">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="border-b-2 border-ink text-left">
          {columns.map(({ head }) => (
            <th key={head} role="columnheader" scope="col" className="px-4 py-3 font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:table-row-group">
        {rows.map((row, index) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-lg border border-line bg-surface p-4 shadow-lift [contain-intrinsic-height:auto_12rem] [content-visibility:auto] md:table-row md:rounded-none md:border-0 md:border-b md:p-0 md:shadow-none md:[content-visibility:visible]"
          >
            {columns.map(({ head, cell, className = '', isNamed = false }) => (
              <td
                key={head}
                role="cell"
                data-head={head}
                className={`min-w-0 md:px-4 md:py-3 md:align-middle ${isNamed ? NAMED : ''} ${className}`}
              >
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: shown as blocks, a table loses its own
  )
}
