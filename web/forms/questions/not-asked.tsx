import { MAX_QUESTIONS } from '../../../contract/questions/questions.ts'
import * as texts from '../../texts/compiled/asked.js'
import { questionLabel } from '../../texts/question-words.ts'
import { Button } from '../../ui/button.tsx'
import { missingQuestions } from './typed-categories.ts'
import { presetQuestion, typedQuestions, writeTyped } from './typed-questions.ts'

type NotAskedProps = {
  values: { questions: string; categories: string }
  /** Gets the questions with one more. */
  onAsk: (questions: string) => void
}

/** Says which questions the categories need and nobody asks, and asks them with one tap. */
export function NotAsked({ values: { questions, categories }, onAsk }: NotAskedProps) {
  const asked = typedQuestions(questions)
  return (
    <div role="status" className="grid gap-2 not-empty:pb-4">
      {missingQuestions(categories, questions).map((kind) => (
        <div
          key={kind}
          className="flex flex-wrap items-center justify-between gap-2 rounded-md border-s-4 border-soon bg-soon-tint px-4 py-2 text-soon"
        >
          <span>{texts.notAsked({ name: questionLabel({ label: '', kind }) })}</span>
          {asked.length < MAX_QUESTIONS ? (
            <Button variant="secondary" onClick={() => onAsk(writeTyped([...asked, presetQuestion(kind)]))}>
              {texts.askIt()}
            </Button>
          ) : (
            <span>{texts.mostQuestions({ max: MAX_QUESTIONS })}</span>
          )}
        </div>
      ))}
    </div>
  )
}
