import * as texts from '../../texts/compiled/entrants.js'

type ColumnChoiceProps<Field extends string> = {
  columns: readonly (readonly [label: () => string, field: Field])[]
  fields: ReadonlySet<Field>
  onChoose: (field: Field, isWanted: boolean) => void
  /** No further column can be chosen. */
  isFull?: boolean
}

/** A checkbox for each column. */
export function ColumnChoice<Field extends string>({ columns, fields, onChoose, isFull }: ColumnChoiceProps<Field>) {
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2">
      <legend className="mb-1 font-sans text-base font-semibold [font-stretch:100%]">{texts.columns()}</legend>
      {columns.map(([label, field]) => (
        <label
          key={field}
          className="flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-not-allowed has-disabled:text-closed"
        >
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={fields.has(field)}
            disabled={isFull && !fields.has(field)}
            onChange={(change) => onChoose(field, change.target.checked)}
          />
          {label()}
        </label>
      ))}
    </fieldset>
  )
}
