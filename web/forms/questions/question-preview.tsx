import { type KeyboardEvent, useState } from 'react'
import { questionsOf } from '../../../contract/questions/questions.ts'
import { useAccount } from '../../store/account-context.tsx'
import * as texts from '../../texts/compiled/asked.js'
import { parseFormDate } from '../../ui/format/parse-form-date.ts'
import { QuestionFields } from '../question-fields.tsx'
import type { EditorProps } from './stored-asked.ts'
import { storedQuestions } from './typed-questions.ts'

/** The questions as a runner sees them. What is typed here goes nowhere. */
export function QuestionPreview({ value, before, day }: Pick<EditorProps, 'value' | 'before' | 'day'>) {
  const { author } = useAccount()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const questions = questionsOf({ questions: storedQuestions(value, before) })
  // Enter would send the form around it.
  const stop = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  return (
    <fieldset className="min-w-0 rounded-lg border-2 border-dashed border-edge p-3 sm:p-4" onKeyDown={stop}>
      <legend className="px-1 text-sm text-ink-soft">{texts.previewTitle()}</legend>
      <div className="grid gap-5">
        <QuestionFields
          questions={questions}
          bind={(name) => ({
            name,
            value: answers[name] ?? '',
            error: undefined,
            onChange: ({ target }) => setAnswers((now) => ({ ...now, [name]: target.value })),
          })}
          year={Number(parseFormDate(day)?.slice(0, 4) ?? new Date().getFullYear())}
          signer={author.name}
        />
      </div>
    </fieldset>
  )
}
