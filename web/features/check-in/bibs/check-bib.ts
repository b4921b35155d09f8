import { assignBibSchema } from '../../../../contract/application.ts'
import { checkFields } from '../../../forms/check-fields.ts'
import type { FieldSentences } from '../../../forms/field-errors.ts'

// Apart, because it brings the schemas, and the screen opens without them.

/** What is wrong with a bib as it is written, by its field; empty if nothing is. */
export function checkBib(bib: string): FieldSentences {
  return checkFields(assignBibSchema, { bib }).errors ?? {}
}
