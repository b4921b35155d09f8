import {
  type Answers,
  answerField,
  isAnswer,
  questionsOf,
  signatureOf,
  signedText,
  staffFieldsOf,
  staffValueField,
} from '../../../contract/questions/questions.ts'
import { shownAnswer } from '../../forms/question-texts.ts'
import * as texts from '../../texts/compiled/questions.js'
import { questionLabel } from '../../texts/question-words.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'

/** What an entry answered, and what staff noted of it: in the order of the questions, and then what is asked no more. */
export function EntryAnswers({
  marathon,
  entry,
}: {
  marathon: { questions: string; staffFields: string }
  entry: Answers
}) {
  const rows = answerRows(marathon, entry)
  if (rows.length === 0) return null
  return (
    <dl className="my-2 grid grid-cols-[minmax(5.5rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
      {rows.map(({ field, label, answer, signed }) => (
        <div key={field} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          {/* The words go their own way, and stand where the others do. */}
          <dd>
            <bdi lang="">{answer}</bdi>
            {signed && (
              <details>
                <summary className="min-h-11 cursor-pointer py-2 font-semibold">{texts.signedText()}</summary>
                <p {...OWN_WORDS} className="mb-2 whitespace-pre-line">
                  {signed}
                </p>
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The answers of an entry with their labels; none for a question without an answer. */
function answerRows(marathon: { questions: string; staffFields: string }, entry: Answers) {
  const asked = questionsOf(marathon).map((question) => {
    const field = answerField(question.id)
    const signature = signatureOf(entry[field] ?? '')
    const signed = signature ? signedText(question, signature) : undefined
    return { field, label: questionLabel(question), answer: shownAnswer(question, entry[field] ?? ''), signed }
  })
  const noted = staffFieldsOf(marathon).map(({ id, label }) => {
    const field = staffValueField(id)
    return { field, label, answer: entry[field] ?? '', signed: undefined }
  })
  const known = new Set<string>([...asked, ...noted].map(({ field }) => field))
  const gone = Object.entries(entry).filter(([field]) => isAnswer(field) && !known.has(field))
  return [
    ...asked,
    ...noted,
    ...gone.map(([field, answer]) => ({
      field,
      label: texts.removed(),
      answer: shownAnswer(undefined, String(answer)),
      signed: undefined,
    })),
  ].filter(({ answer }) => answer !== '')
}
