import type { ReactNode } from 'react'

/** A column: its head, and how to render a cell. */
export type Column<Row> = {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Extra classes of the cell. */
  className?: string
  /** On a card, the column's head is shown before the value, because the value alone would be unclear. */
  isNamed?: boolean
}

type CardTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/**
 * Shows the head before the value as CSS content with an empty alternative text. Screen readers skip it, because they
 * announce the column header of the cell themselves. It is a block of its own, or its last Arabic letter would join the
 * value.
 */
const NAMED =
  'max-md:before:me-2 max-md:before:inline-block max-md:before:text-sm max-md:before:text-ink-soft max-md:before:content-[attr(data-head)_/_""]'

/**
 * A table that shows each row as a card on a phone. There the header row is visually hidden, and `isNamed` columns show
 * their head before the value. The table never scrolls sideways.
 *
 * The roles are explicit, because `display: block` or `grid` removes the table roles in some browsers.
 */
export function CardTable<Row>({ caption, columns, rows, keyOf }: CardTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table that is displayed as blocks loses its roles
    <table role="table" className="block w-full md:table md:overflow-hidden md:rounded-lg md:bg-surface">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="border-b-2 border-ink">
          {columns.map(({ head }) => (
            <th key={head} role="columnheader" scope="col" className="px-3 py-3 text-start font-semibold xl:px-4">
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
                className={`min-w-0 md:px-3 md:py-3 xl:px-4 md:align-middle ${isNamed ? NAMED : ''} ${className}`}
              >
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: a table that is displayed as blocks loses its roles
  )
}
