import type { StaffValueField } from '../../../../contract/questions/questions.ts'
import type { Separator } from '../../../../contract/text/csv.ts'
import { useKept } from '../../../store/use-kept.ts'
import { language } from '../../../texts/languages.ts'
import { usualSeparator } from '../../../ui/format/usual-separator.ts'
import type { Format } from './file-formats.ts'

/** How a file of entrants is written. */
export interface FileChoice {
  format: Format
  separator: Separator
  /** Does it begin with the byte order mark? It tells Excel that the file is UTF-8, and some programs stumble over it. */
  hasBom: boolean
  /** The field of staff with the numbers of the chips; '' for none. */
  chip: StaffValueField | ''
}

/** What the user chose the last time; at first a file that the user's spreadsheet opens rightly. */
export function useKeptFile(): [FileChoice, (change: Partial<FileChoice>) => void] {
  const [kept, keep] = useKept('csv-file')
  const first: FileChoice = {
    format: 'own',
    separator: usualSeparator(navigator.language, language()),
    hasBom: true,
    chip: '',
  }
  return [{ ...first, ...kept }, keep]
}
