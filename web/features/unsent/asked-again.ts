import { isOfOthers, makesRow } from '../../../contract/ops.ts'
import {
  type Answers,
  answerField,
  isAnswer,
  type Question,
  questionsOf,
} from '../../../contract/questions/questions.ts'
import { organises } from '../../../contract/roles.ts'
import type { Fields } from '../../../contract/sync.ts'
import { answerErrors, cleanAnswers } from '../../forms/answers.ts'
import type { FieldSentences } from '../../forms/field-errors.ts'
import type { InboxRecord } from '../../store/account-db.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'

// The answers of a rejected edit that is edited again. The marathon may ask what the edit did not know.

/** The ops that answer everything that is required. */
const WHOLE = ['application.create', 'application.takeOver']

/**
 * The questions that the form of a rejected edit asks: those that it answered, and those that it should have. A desk
 * answers for others what staff see, and may send no other answer.
 */
export function questionsAgain({ op, fields = {} }: InboxRecord, { asked }: OpMarathon): Question[] {
  const isOfDesk = isOfOthers(op) && !(asked && organises(asked))
  const all = asked ? questionsOf(asked).filter(({ staffSees }) => staffSees || !isOfDesk) : []
  if (WHOLE.includes(op.type)) return all
  const isMeant = ({ id }: Question) => answerField(id) in op.patch || answerField(id) in fields
  const needsAge = all.some((question) => isMeant(question) && question.kind === 'waiver')
  return all.filter((question) => isMeant(question) || (needsAge && question.kind === 'birthYear'))
}

/** The answers that the form begins with: of the edit, or else of the entry. */
export function answersAgain({ op }: InboxRecord, { entry = {} }: OpMarathon): Answers {
  return { ...entry, ...(op.patch as Answers) }
}

/** The answers of the form that the edit has already, or that differ from those of the entry. */
export function changedAgain(
  { op }: InboxRecord,
  { entry = {} }: OpMarathon,
  questions: readonly Question[],
  values: Answers,
): Answers {
  const answers = Object.entries(cleanAnswers(questions, values)) as [keyof Answers, string][]
  return Object.fromEntries(answers.filter(([field, answer]) => field in op.patch || answer !== (entry[field] ?? '')))
}

/** What the user saw of the answers that are new in the patch of an edit. */
export function seenAgain({ op }: InboxRecord, { entry = {} }: OpMarathon, patch: Fields): Fields {
  if (makesRow(op)) return {}
  const fields = Object.keys(patch).filter((field) => isAnswer(field) && !(field in op.patch))
  return Object.fromEntries(fields.map((field) => [field, (entry as Fields)[field] ?? '']))
}

/** What is wrong with the answers. */
export function wrongAgain(item: InboxRecord, marathon: OpMarathon, patch: Fields): FieldSentences {
  if (!marathon.asked) return {}
  const answers = { ...answersAgain(item, marathon), ...(patch as Answers) }
  const changes = WHOLE.includes(item.op.type) ? null : patch
  return answerErrors(marathon.asked, answers, changes, isOfOthers(item.op))
}
