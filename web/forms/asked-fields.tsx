import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { startYear } from '../../contract/questions/categories.ts'
import { questionsOf } from '../../contract/questions/questions.ts'
import { SpinnerBlock } from '../ui/spinner.tsx'

// Most marathons ask no questions. Their forms do without the controls.
const QuestionFields = lazy(() => import('./question-fields.tsx').then((m) => ({ default: m.QuestionFields })))

type AskedFieldsProps = Omit<ComponentProps<typeof QuestionFields>, 'questions' | 'all' | 'year'> & {
  marathon: { questions: string; startDate: string; timeZone: string }
  /** Those that the form asks; without them it asks all. */
  questions?: ComponentProps<typeof QuestionFields>['questions']
  /** Puts the focus on the first wrong field (`useForm`). */
  focusWrong: () => void
}

/** The controls of the questions that a marathon asks; nothing where it asks none. */
export function AskedFields({ marathon, questions = questionsOf(marathon), focusWrong, ...props }: AskedFieldsProps) {
  if (questions.length === 0) return null
  return (
    <Suspense fallback={<SpinnerBlock />}>
      <QuestionFields questions={questions} all={questionsOf(marathon)} year={startYear(marathon)} {...props} />
      <OnceShown onShown={focusWrong} />
    </Suspense>
  )
}

function OnceShown({ onShown }: { onShown: () => void }) {
  const shown = useEffectEvent(onShown)
  useEffect(() => shown(), [])
  return null
}
