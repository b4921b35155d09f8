import { csvCell, phoneCell, type Separator } from '../text/csv.ts'
import { bandCode, categoriesOf } from './categories.ts'
import {
  type AnswerField,
  type Answers,
  answerField,
  isAnswer,
  type Question,
  type QuestionKind,
  questionIdOf,
  questionsOf,
  type StaffValueField,
  signatureOf,
  staffFieldsOf,
  staffValueField,
} from './questions.ts'

// The columns of files that a marathon has of its own: its questions, its category, its fields of staff.

/** A column of a file. `cell` is the text as it is written. */
export interface Column<Row> {
  head: string
  cell: (row: Row, separator: Separator) => string
}

/** The heads of kinds without wording, in every language: programs read files. */
const HEADS: Partial<Record<QuestionKind, string>> = {
  birthYear: 'Birth Year',
  sex: 'Sex',
  club: 'Club',
  emergency: 'Emergency Contact',
}
const CATEGORY = 'Category'

/** What decides about a marathon's own columns. */
export type Asked = Parameters<typeof categoriesOf>[0]
export type OwnField = AnswerField | StaffValueField | 'category'

/**
 * The columns of a marathon's questions, of its category, and of its fields of staff, by field.
 * @param taken heads of other columns. Where two would have one head, the later has a number: `Status (2)`
 * @param gone fields of answers to questions that are asked no more
 */
export function ownColumns(
  marathon: Asked & { staffFields?: string },
  taken: readonly string[],
  gone: readonly OwnField[] = [],
): Map<OwnField, Column<Answers>> {
  const columns = new Map<OwnField, Column<Answers>>()
  const heads = new Set(taken.map((head) => head.toLowerCase()))
  const add = (field: OwnField, wanted: string, cell: Column<Answers>['cell']) => {
    let head = wanted
    for (let n = 2; heads.has(head.toLowerCase()); n++) head = `${wanted} (${n})`
    heads.add(head.toLowerCase())
    columns.set(field, { head, cell })
  }
  for (const question of questionsOf(marathon)) {
    const field = answerField(question.id)
    add(field, question.label || HEADS[question.kind] || question.kind, (entry, separator) =>
      answerCell(question, entry[field] ?? '', separator),
    )
  }
  if (marathon.categories !== '') {
    const categoryOf = categoriesOf(marathon)
    add('category', CATEGORY, (entry, separator) => {
      const band = categoryOf(entry)
      return csvCell(band ? bandCode(band) : '', separator)
    })
  }
  for (const { id, label } of staffFieldsOf({ staffFields: marathon.staffFields ?? '' })) {
    const field = staffValueField(id)
    add(field, label, (entry, separator) => csvCell(entry[field] ?? '', separator))
  }
  for (const field of gone) {
    if (field === 'category') continue
    add(field, `Removed ${questionIdOf(field)}`, (entry, separator) =>
      answerCell(undefined, entry[field] ?? '', separator),
    )
  }
  return columns
}

/** The fields of answers that entries have and the marathon asks for no more. */
export function goneFields(
  marathon: { questions: string; staffFields: string },
  entries: readonly Answers[],
): (AnswerField | StaffValueField)[] {
  const known = new Set<string>([
    ...questionsOf(marathon).map(({ id }) => answerField(id)),
    ...staffFieldsOf(marathon).map(({ id }) => staffValueField(id)),
  ])
  const gone = new Set<AnswerField | StaffValueField>()
  for (const entry of entries) {
    for (const name in entry) if (name.includes('.') && !known.has(name) && isAnswer(name)) gone.add(name)
  }
  return [...gone].sort()
}

/** An answer as a file has it: what the phone sends, but a number as the spreadsheet writes it, and a signature in words. */
function answerCell(question: Question | undefined, answer: string, separator: Separator): string {
  if (question?.kind === 'emergency') return phoneCell(answer, separator)
  // A spreadsheet that splits at semicolons has decimal commas, and would read 7.5 as a day. A minus begins no formula here.
  if (question?.kind === 'number' && /^-?\d+(\.\d+)?$/.test(answer))
    return separator === ';' ? answer.replace('.', ',') : answer
  const signature = question && question.kind !== 'waiver' ? null : signatureOf(answer)
  if (!signature) return csvCell(answer, separator)
  const { version, at, by, guardian } = signature
  const also = guardian === '' ? '' : `, guardian ${guardian}`
  return csvCell(`Version ${version}, signed ${at} by ${by}${also}`, separator)
}
