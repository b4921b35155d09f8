import * as texts from '../../texts/compiled/entrants.js'
import { CONTROL_CLASS, Field } from '../../ui/field.tsx'

type CsvFileFieldProps = { error: string; disabled?: boolean; onFile: (file: File | undefined) => void }

/** The field for a CSV file. */
export function CsvFileField({ error, disabled, onFile }: CsvFileFieldProps) {
  return (
    <Field label={texts.csvFile()} error={error}>
      {(described) => (
        <input
          {...described}
          type="file"
          disabled={disabled}
          // Phones hide what is not listed, and know .csv under several types. A workbook gets a sentence that helps.
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,.numbers,text/*,application/csv,application/vnd.ms-excel"
          className={`${CONTROL_CLASS} file:me-3 file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-semibold file:text-ink`}
          onChange={(change) => onFile(change.target.files?.[0])}
        />
      )}
    </Field>
  )
}
