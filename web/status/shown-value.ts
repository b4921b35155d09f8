import { fieldOf } from '../../contract/fields.ts'
import { answerField, isAnswer, questionsOf } from '../../contract/questions/questions.ts'
import { shownZone } from '../../contract/time/zone-name.ts'
import type { Asked } from '../forms/labels.ts'
import { shownAnswer } from '../forms/question-texts.ts'
import { askedWords } from '../forms/questions/asked-words.ts'
import { isAskedField } from '../forms/questions/stored-asked.ts'
import * as roleTexts from '../texts/compiled/roles.js'
import * as texts from '../texts/compiled/sync.js'
import { formatDayTime, readerTimeZone } from '../ui/format/format.ts'

/** Is a field's value an instant? */
export function isInstant(field: string): boolean {
  return fieldOf(field)?.kind === 'instant'
}

/** The words of an empty value, where it means more than 'Empty'. */
const EMPTY: Record<string, () => string> = {
  capacity: texts.valueNoLimit,
  cancelled: texts.valueNotCancelled,
  handOverUntil: texts.valueNotOffered,
  deferTo: texts.valueNotOffered,
}

const REGISTRATIONS: Record<string, () => string> = { ballot: texts.valueBallot, 'first-come': texts.valueFirstCome }

/**
 * A field's value as a text for the user: an instant as day and time, an empty value as a word.
 * @param asked by the marathon of the field, if it may be that of an answer
 */
export function shownValue(field: string, value: unknown, timeZone = readerTimeZone(), asked?: Asked): string {
  if (value === null || value === undefined || value === '') return (EMPTY[field] ?? texts.valueEmpty)()
  if (isAskedField(field)) return askedWords(field, String(value))
  if (isInstant(field)) return formatDayTime(String(value), timeZone) || String(value)
  if (isAnswer(field)) {
    const question = asked && questionsOf(asked).find(({ id }) => answerField(id) === field)
    return shownAnswer(question, String(value))
  }
  if (field === 'timeZone') return shownZone(String(value))
  if (field === 'registration') return REGISTRATIONS[String(value)]?.() ?? String(value)
  if (field === 'deferTo') return texts.valueAnEvent()
  if (field === 'role') return roleTexts.name({ role: String(value) })
  if (field === 'hidesName') return value === true ? texts.valueNoName() : texts.valueName()
  if (field === 'isOffered') return value === true ? texts.valueOffered() : texts.valueNotOffered()
  return field === 'cancelled' ? texts.valueCancelled({ reason: String(value) }) : String(value)
}
