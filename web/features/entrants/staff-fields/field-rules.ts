import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { cleanAnswer } from '../../../../contract/questions/questions.ts'
import { lengthOf } from '../../../../contract/text/plain-text.ts'
import { type FieldSentences, toSentences } from '../../../forms/field-errors.ts'

/** What is wrong with the text of a field of staff, as both dialogs say it. */
export function valueErrors(value: string, label: string): FieldSentences {
  const isLong = lengthOf(cleanAnswer(value)) > MAX_LENGTH.answer
  return isLong
    ? toSentences({ value: { code: 'TOO_LONG', values: { max: MAX_LENGTH.answer } } }, { value: label })
    : {}
}
