import type { ReactNode } from 'react'
import {
  type AnswerField,
  ageOf,
  answerField,
  needsGuardian,
  type Question,
  type QuestionKind,
  SEXES,
} from '../../contract/questions/questions.ts'
import * as texts from '../texts/compiled/questions.js'
import { questionLabel } from '../texts/question-words.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { shownAnswer } from './question-texts.ts'
import type { BoundField } from './use-form.ts'
import { WaiverField } from './waiver-field.tsx'

interface ControlProps {
  question: Question
  bound: BoundField
  /** Does a waiver need a guardian? Null where the age is not known. */
  isGuardianNeeded: boolean | null
  /** Whose account signs. */
  signer: string
  /** The runner, where somebody else fills the form in. */
  runner: string | undefined
}

interface QuestionFieldsProps {
  questions: readonly Question[]
  bind: (name: AnswerField) => BoundField
  /** All questions of the marathon, if these are only some: one of them has the year of birth. */
  all?: readonly Question[]
  /** The year of the start. */
  year: number
  /** The name of the account, which signs waivers. */
  signer?: string
  /** The runner's name, where staff fill the form in. */
  runner?: string
}

/** The controls of a marathon's questions, in their order. A form's values hold the answers by `answerField`. */
export function QuestionFields({ questions, bind, all = questions, year, signer = '', runner }: QuestionFieldsProps) {
  const answers = Object.fromEntries(
    all.map(({ id }) => answerField(id)).map((field) => [field, bind(field).value] as const),
  )
  const age = ageOf(all, answers, year)
  return questions.map((question) => {
    const Control = CONTROLS[question.kind]
    const isGuardianNeeded = age === null ? null : needsGuardian(question, age)
    const bound = bind(answerField(question.id))
    return <Control key={question.id} {...{ question, bound, isGuardianNeeded, signer, runner }} />
  })
}

/** What all controls have. The browser offers what it knows of the user only where the user is the runner. */
function shared({ question, bound, runner }: ControlProps, autoComplete = 'off') {
  return {
    label: questionLabel(question),
    required: question.isRequired,
    autoComplete: runner === undefined ? autoComplete : 'off',
    ...bound,
  }
}

function Choice({ options, ...props }: ControlProps & { options: readonly string[] }) {
  const { question, bound } = props
  // An answer that is offered no more stays, until somebody chooses another one.
  const isGone = bound.value !== '' && !options.includes(bound.value)
  return (
    <SelectField {...shared(props)}>
      <option value="">{question.isRequired ? texts.choose() : texts.noAnswer()}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {shownAnswer(question, option)}
        </option>
      ))}
      {isGone && (
        <option value={bound.value}>{texts.optionGone({ option: shownAnswer(question, bound.value) })}</option>
      )}
    </SelectField>
  )
}

/** The control of a kind, one row a kind. */
const CONTROLS: Record<QuestionKind, (props: ControlProps) => ReactNode> = {
  text: (props) => <TextField {...shared(props)} />,
  number: (props) => <TextField inputMode="decimal" {...shared(props)} />,
  choice: (props) => <Choice {...props} options={props.question.options ?? []} />,
  yesNo: (props) => <Choice {...props} options={['yes', 'no']} />,
  birthYear: (props) => <TextField inputMode="numeric" hint={texts.yearHint()} {...shared(props, 'bday-year')} />,
  sex: (props) => <Choice {...props} options={SEXES} />,
  club: (props) => <TextField {...shared(props, 'organization')} />,
  emergency: (props) => <TextField hint={texts.emergencyHint()} {...shared(props)} />,
  waiver: (props) => <WaiverField {...props} />,
}
