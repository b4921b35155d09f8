import type { FieldErrors } from '../../../contract/field-errors.ts'
import { invalidFrom } from '../../../contract/invalid.ts'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { startYear } from '../../../contract/questions/categories.ts'
import { questionsText } from '../../../contract/questions/question-schema.ts'
import {
  type AnswerField,
  type Answers,
  answerField,
  answersOf,
  cleanAnswer,
  isAnswer,
  isSignedNow,
  MAX_ANSWERS,
  MAX_QUESTIONS,
  MAX_STAFF_FIELDS,
  numberTexts,
  questionIdOf,
  questionsOf,
  refusedAnswers,
  signatureOf,
  signatureText,
  staffFieldsOf,
} from '../../../contract/questions/questions.ts'
import type { Fields } from '../../../contract/sync.ts'
import { cut, normaliseLine } from '../../../contract/text/plain-text.ts'
import type { ApplicationRow, MarathonRow } from '../../db/client.ts'
import { type Actor, credible } from './decision.ts'

// What is decided about the answers of an op.

/**
 * The patch with its answers as the server stores them. Who signed a waiver, and when, the server says.
 * @param current the answers of the entry so far: a guardian who is added later changes neither
 */
export function tidyAnswers<Patch extends Fields>(
  patch: Patch,
  marathon: MarathonRow | undefined,
  { name }: Actor,
  now: number,
  current: Answers = {},
): Patch {
  if (!Object.keys(patch).some(isAnswer)) return patch
  const kinds = new Map((marathon ? questionsOf(marathon) : []).map(({ id, kind }) => [id, kind]))
  const tidied: Fields = { ...patch }
  for (const [field, answer] of Object.entries(patch)) {
    const id = questionIdOf(field)
    if (id === null || typeof answer !== 'string') continue
    // Also where nobody asks for it now: the waiver may be asked later, and the answer would count then.
    const signature = signatureOf(answer)
    if (!signature) {
      tidied[field] = cleanAnswer(answer, kinds.get(id))
      continue
    }
    const { version, at } = signature
    const before = signatureOf(current[field as AnswerField] ?? '')
    const isSame = before?.version === version && (before.at === at || before.at === credible(at, now))
    const signed = isSame ? before : { at: credible(at, now), by: cut(normaliseLine(name), MAX_LENGTH.name) }
    tidied[field] = signatureText({
      version,
      at: signed.at,
      by: signed.by,
      guardian: normaliseLine(signature.guardian),
    })
  }
  return tidied as Patch
}

/**
 * What staff changed, without the signatures that count for less than the stored ones: staff may have signed an older text,
 * or without the guardian, before the phone heard of the other signature.
 * @param patch with tidied answers
 */
export function withoutWorseSignatures<Patch extends Fields>(
  patch: Patch,
  marathon: MarathonRow | undefined,
  current: Answers,
): Patch {
  const worse = (marathon ? questionsOf(marathon) : []).flatMap((question) => {
    const field = answerField(question.id)
    const [before, after] = [current[field] ?? '', patch[field]]
    const [stored, sent] = [signatureOf(before), typeof after === 'string' ? signatureOf(after) : null]
    if (!stored || !sent || !isSignedNow(question, stored)) return []
    const isWorse = !isSignedNow(question, sent) || (stored.guardian !== '' && sent.guardian === '')
    return isWorse ? [[field, before]] : []
  })
  return worse.length === 0 ? patch : { ...patch, ...Object.fromEntries(worse) }
}

/** The values of a row that a patch with answers is merged into, and is compared with: an answer that is not there is ''. */
export function currentOf(row: ApplicationRow, patch: Fields): Fields {
  const answers = answersOf(row)
  const asked = Object.keys(patch).filter(isAnswer)
  return { ...row, ...Object.fromEntries(asked.map((field) => [field, answers[field] ?? ''])) }
}

/**
 * The base of a patch with answers: a phone sends none of an answer that it saw empty, and null of one that it forgot. A
 * signature that the phone made has the phone's time and name; that of the row is the same one.
 */
export function baseOf(base: Fields | null, patch: Fields, current: Answers): Fields | null {
  if (base === null) return null
  const seen = Object.keys(patch)
    .filter(isAnswer)
    .map((field): [string, unknown] => {
      const [was, is] = [base[field] === undefined ? '' : base[field], current[field] ?? '']
      return [field, isSameSignature(was, is) ? is : was]
    })
  return seen.length === 0 ? base : { ...base, ...Object.fromEntries(seen) }
}

function isSameSignature(a: unknown, b: string): boolean {
  const [one, other] = [typeof a === 'string' ? signatureOf(a) : null, signatureOf(b)]
  return one !== null && other !== null && one.version === other.version && one.guardian === other.guardian
}

/**
 * Why the answers of an entry after an op are refused, by field; null if they are not. Answers to questions that are gone
 * are kept as they are, but not without end. What is asked now, or staff note, has room beside them: no runner keeps staff
 * from a note or a signature.
 * @param changes what the op changes; null for a new entry, of which every required question is answered
 */
export function refuseAnswers(
  marathon: Pick<MarathonRow, 'questions' | 'startDate' | 'timeZone'>,
  row: Pick<ApplicationRow, 'answers' | 'staffAnswers'>,
  changes: Fields | null,
  isOfStaff = false,
): FieldErrors | null {
  const answers = answersOf(row)
  const questions = questionsOf(marathon)
  const asked = new Set<string>(questions.map(({ id }) => answerField(id)))
  const isUnasked = Object.keys(changes ?? answers).some((field) => field.startsWith('answers.') && !asked.has(field))
  const most = isUnasked ? MAX_ANSWERS : MAX_ANSWERS + MAX_QUESTIONS + MAX_STAFF_FIELDS
  if (Object.keys(answers).length > most) return { answers: { code: 'AT_MOST', values: { max: MAX_ANSWERS } } }
  if (questions.length === 0) return null
  const refused = refusedAnswers(questions, answers, startYear(marathon), changes, isOfStaff)
  return Object.keys(refused).length > 0 ? refused : null
}

/**
 * May a desk answer this for an entry? It sees the question. Of an entry with account only a waiver is signed there, and no
 * signature is taken away.
 */
export function mayDeskAnswer(
  field: string,
  answer: unknown,
  hasAccount: boolean,
  marathon: MarathonRow | undefined,
): boolean {
  const asked = marathon ? questionsOf(marathon).find(({ id }) => answerField(id) === field) : undefined
  if (asked?.staffSees !== true) return false
  if (asked.kind === 'waiver') return signatureOf(String(answer)) !== null
  return !hasAccount
}

/**
 * What is wrong with new questions and fields of staff, by field; null if nothing is. The kind of a question is fixed,
 * because there are answers to it, and so is who sees a field of staff: phones have got its values, or have not.
 */
export function refuseChangedKinds(before: MarathonRow, after: MarathonRow): FieldErrors | null {
  const kinds = new Map(questionsOf(before).map(({ id, kind }) => [id, kind]))
  if (questionsOf(after).some(({ id, kind }) => kinds.has(id) && kinds.get(id) !== kind)) {
    return { questions: { code: 'FIXED' } }
  }
  const shown = new Map(staffFieldsOf(before).map(({ id, isShown }) => [id, isShown]))
  const isChanged = staffFieldsOf(after).some(({ id, isShown }) => shown.has(id) && shown.get(id) !== isShown)
  return isChanged ? { staffFields: { code: 'FIXED' } } : null
}

/** The questions of a marathon after an update, with their waivers' texts numbered; or what is wrong with them. */
export function numberedQuestions(before: MarathonRow, after: MarathonRow): string | FieldErrors {
  const numbered = questionsText.safeParse(JSON.stringify(numberTexts(questionsOf(before), questionsOf(after))))
  if (numbered.success) return numbered.data
  const wrong = Object.entries(invalidFrom(numbered.error).fields ?? {})
  return Object.fromEntries(wrong.map(([path, error]) => [path === 'body' ? 'questions' : `questions.${path}`, error]))
}

/** The questions whose answers gate, desk and timer see, as one text to compare. */
export function seenByStaff(marathon: Pick<MarathonRow, 'questions'>): string {
  return questionsOf(marathon)
    .filter(({ staffSees }) => staffSees)
    .map(({ id }) => id)
    .sort()
    .join()
}
