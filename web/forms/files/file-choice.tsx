import { useRef, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import * as entrantTexts from '../../texts/compiled/entrants.js'
import * as texts from '../../texts/compiled/import.js'
import { SelectField } from '../../ui/field.tsx'
import { CsvFileField } from './csv-file-field.tsx'
import { type FileText, fileTexts } from './file-text.ts'

/** The largest file, in MB: 50,000 lines have less, and a phone reads it in some seconds. */
const MOST_MB = 20
const NO_TEXTS: FileText[] = []

/** A file that the user chose: its text in each encoding that it may have, and what is wrong with it. */
export function useFile() {
  const [file, setFile] = useState<{ texts: FileText[]; error: string } | null>(null)
  const [encoding, setEncoding] = useState('')
  /** The file that was picked last: another one may take longer to read. */
  const last = useRef<File>(undefined)
  const chosen = file?.texts.find((one) => one.encoding === encoding) ?? file?.texts[0]
  return {
    texts: file?.texts ?? NO_TEXTS,
    error: file?.error ?? '',
    encoding: chosen?.encoding,
    text: chosen?.text ?? null,
    setEncoding,
    open: async (picked: File | undefined) => {
      last.current = picked
      setEncoding('')
      setFile(null)
      if (!picked) return
      if (picked.size > MOST_MB * 1e6) return setFile({ texts: [], error: texts.tooLarge({ max: MOST_MB }) })
      // A file of a cloud folder may be out of reach.
      const found = await fileTexts(picked).catch(recordError)
      if (last.current !== picked) return
      const error = found === undefined ? texts.unreadable() : found.length === 0 ? entrantTexts.isWorkbook() : ''
      setFile({ texts: found ?? [], error })
    },
  }
}

type FileChoiceProps = {
  file: ReturnType<typeof useFile>
  error: string
  disabled: boolean
  onFile: () => void
}

/** The field for a CSV file, and its encoding where that is not plain. */
export function FileChoice({ file, error, disabled, onFile }: FileChoiceProps) {
  const open = (picked: File | undefined) => {
    onFile()
    void file.open(picked)
  }
  return (
    <>
      <CsvFileField error={file.error || error} disabled={disabled} onFile={open} />
      {file.texts.length > 1 && (
        <SelectField
          label={texts.encoding()}
          hint={texts.encodingHint({ name: sampleOf(file.text ?? '') })}
          value={file.encoding}
          disabled={disabled}
          onChange={(change) => file.setEncoding(change.target.value)}
        >
          {file.texts.map((one) => (
            <option key={one.encoding} value={one.encoding}>
              {one.encoding}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

/** A word with special letters, by which people see whether the encoding is right. */
function sampleOf(text: string): string {
  return /[\p{L}’']*[^\0-\x7f][\p{L}’']*/u.exec(text)?.[0].slice(0, 30) ?? ''
}
