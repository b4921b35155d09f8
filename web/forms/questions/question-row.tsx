import { type PointerEvent, useId } from 'react'
import type { Question } from '../../../contract/questions/questions.ts'
import * as texts from '../../texts/compiled/asked.js'
import { DownIcon, GripIcon, UpIcon } from '../../ui/icons/screen-icons.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'
import type { FieldSentences } from '../field-errors.ts'
import { KIND_TEXTS } from './add-question.tsx'
import { QuestionForm } from './question-form.tsx'
import { typedLabel } from './typed-names.ts'
import type { TypedQuestion } from './typed-questions.ts'

interface QuestionRowProps {
  question: TypedQuestion
  /** The same question as the marathon has it; undefined for a new one. */
  saved: Question | undefined
  index: number
  total: number
  errors: FieldSentences
  isOpen: boolean
  isDragged: boolean
  onOpen: (isOpen: boolean) => void
  onGrab: (event: PointerEvent) => void
  onMove: (to: number) => void
  onChange: (changes: Partial<TypedQuestion>) => void
  onRemove: () => void
}

const ICON_BUTTON =
  'inline-flex min-h-12 w-11 shrink-0 items-center justify-center text-ink-soft hover:text-ink aria-disabled:opacity-30'

/** One question of the list: a handle, its name, two buttons that move it, and its fields below once it is opened. */
export function QuestionRow(props: QuestionRowProps) {
  const { question, index, total, isDragged, onOpen, onGrab, onMove } = props
  const id = useId()
  const label = typedLabel(question, index)
  // A question with something wrong is open, whatever was tapped.
  const isOpen = props.isOpen || Object.keys(props.errors).some((name) => name.startsWith(`questions.${index}.`))
  const traits = [
    ...(KIND_TEXTS[question.kind]() === label ? [] : [KIND_TEXTS[question.kind]()]),
    question.isRequired ? texts.askedRequired() : texts.askedOptional(),
    ...(question.staffSees ? [texts.askedSeen()] : []),
  ]
  return (
    <li
      data-id={question.id}
      className={`rounded-md border-2 bg-surface ${isDragged ? 'relative z-10 border-action shadow-lift' : 'border-line'}`}
    >
      <div className="flex items-stretch">
        <button
          type="button"
          aria-label={texts.drag({ label })}
          className={`${ICON_BUTTON} cursor-grab touch-none select-none`}
          onPointerDown={onGrab}
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
            if (step === undefined) return
            event.preventDefault()
            onMove(index + step)
          }}
        >
          <GripIcon />
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="min-w-0 flex-1 py-2 text-start hover:underline"
          onClick={() => onOpen(!isOpen)}
        >
          <span className="block font-semibold break-words" {...OWN_WORDS}>
            {label}
          </span>
          <span className="block text-sm text-ink-soft">{traits.join(' · ')}</span>
        </button>
        <button
          type="button"
          aria-label={texts.moveUp({ label })}
          aria-disabled={index === 0 || undefined}
          className={ICON_BUTTON}
          onClick={() => onMove(index - 1)}
        >
          <UpIcon />
        </button>
        <button
          type="button"
          aria-label={texts.moveDown({ label })}
          aria-disabled={index === total - 1 || undefined}
          className={ICON_BUTTON}
          onClick={() => onMove(index + 1)}
        >
          <DownIcon />
        </button>
      </div>
      <div id={id}>{isOpen && <QuestionForm {...props} label={label} />}</div>
    </li>
  )
}
