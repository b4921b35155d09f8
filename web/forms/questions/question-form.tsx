import { MAX_LENGTH } from '../../../contract/limits.ts'
import { isKnownKind, MAX_OPTIONS, type Question } from '../../../contract/questions/questions.ts'
import { lengthOf, normaliseText } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/asked.js'
import { questionLabel } from '../../texts/question-words.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { DeleteIcon } from '../../ui/icons/screen-icons.tsx'
import type { FieldSentences } from '../field-errors.ts'
import { CheckField } from './check-field.tsx'
import { isNewText, type TypedQuestion } from './typed-questions.ts'

interface QuestionFormProps {
  question: TypedQuestion
  saved: Question | undefined
  index: number
  label: string
  errors: FieldSentences
  onChange: (changes: Partial<TypedQuestion>) => void
  onRemove: () => void
}

/** The fields of one question. */
export function QuestionForm(props: QuestionFormProps) {
  const { question, saved, label, onChange, onRemove } = props
  const { kind } = question
  const bind = (part: 'label' | 'options') => bound(props, part)
  return (
    <div className="grid gap-4 border-t border-line p-3 sm:p-4">
      <TextField
        label={texts.wording()}
        type="text"
        autoComplete="off"
        {...(isKnownKind(kind)
          ? { hint: texts.wordingHint({ name: questionLabel({ label: '', kind }) }) }
          : { required: true })}
        {...bind('label')}
      />
      {kind === 'choice' && (
        <TextArea
          label={texts.options()}
          required
          rows={7}
          hint={[texts.optionsHint({ min: 2, max: MAX_OPTIONS }), ...(saved ? [texts.optionsKept()] : [])].join('. ')}
          {...bind('options')}
        />
      )}
      {kind === 'waiver' && <WaiverFields {...props} />}
      <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {otherErrors(props)}
      </p>
      <div>
        <CheckField
          label={texts.isRequired()}
          checked={question.isRequired}
          onChange={(isRequired) => onChange({ isRequired })}
        />
        <CheckField
          label={texts.staffSees()}
          hint={texts.staffSeesHint()}
          checked={question.staffSees}
          onChange={(staffSees) => onChange({ staffSees })}
        />
      </div>
      <Button
        variant="danger"
        className="justify-self-start"
        aria-label={texts.removeNamed({ label })}
        onClick={onRemove}
      >
        <DeleteIcon size={20} />
        <span>{texts.remove()}</span>
      </Button>
    </div>
  )
}

/** The text of a waiver, whether a changed one is signed anew, and the age below which a guardian signs. */
function WaiverFields(props: QuestionFormProps) {
  const { question, saved, onChange } = props
  const { text = '', asksAgain = true } = question
  const version = saved?.version ?? 1
  return (
    <>
      <TextArea
        label={texts.waiverText()}
        required
        rows={8}
        aside={saved && <span className="text-sm text-ink-soft">{texts.version({ version })}</span>}
        hint={texts.textLength({ length: lengthOf(normaliseText(text)), most: MAX_LENGTH.waiver })}
        {...bound(props, 'text')}
      />
      {isNewText(question, saved) && (
        <CheckField
          label={texts.asksAgain()}
          hint={asksAgain ? texts.asksAgainHint({ version: version + 1 }) : texts.staysSigned()}
          checked={asksAgain}
          onChange={(isAgain) => onChange({ asksAgain: isAgain })}
        />
      )}
      <TextField
        label={texts.guardianBelow()}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        hint={texts.guardianHint()}
        {...bound(props, 'guardianBelow')}
      />
    </>
  )
}

const PARTS = ['label', 'options', 'text', 'guardianBelow'] as const

/** What is wrong with a part that has no control, such as too many texts before. */
function otherErrors({ index, errors }: QuestionFormProps): string {
  const own = Object.keys(errors).filter((name) => name.startsWith(`questions.${index}.`))
  return own
    .filter((name) => !PARTS.some((part) => name.split('.')[2] === part))
    .map((name) => errors[name])
    .join(' ')
}

/** Binds a control to a part of the question. An error may be of one of its lines: `questions.0.options.3`. */
function bound({ question, index, errors, onChange }: QuestionFormProps, part: (typeof PARTS)[number]) {
  const name = `questions.${index}.${part}`
  const wrong = Object.keys(errors).find((error) => error === name || error.startsWith(`${name}.`))
  return {
    name,
    value: question[part] ?? '',
    error: wrong && errors[wrong],
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
  }
}
