import { useEffect, useRef, useState } from 'react'
import { isKnownKind, MAX_QUESTIONS, questionsOf } from '../../../contract/questions/questions.ts'
import * as texts from '../../texts/compiled/asked.js'
import { Button } from '../../ui/button.tsx'
import { AddQuestion } from './add-question.tsx'
import { QuestionPreview } from './question-preview.tsx'
import { QuestionRow } from './question-row.tsx'
import { RemovedNote, useRemoved } from './removed-note.tsx'
import type { EditorProps } from './stored-asked.ts'
import { typedLabel } from './typed-names.ts'
import {
  type Preset,
  presetQuestion,
  type TypedQuestion,
  typedQuestions,
  withMoved,
  writeTyped,
} from './typed-questions.ts'
import { useDrag } from './use-drag.ts'

/** The questions of a marathon, in the order of the form: added with one tap, dragged or moved, edited and removed. */
export function QuestionList({ value, onChange, before, errors, day }: EditorProps) {
  const list = typedQuestions(value)
  const write = (next: readonly TypedQuestion[]) => onChange(writeTyped(next))
  const saved = questionsOf({ questions: before })
  const rows = useRef<HTMLOListElement>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [isPreviewed, setPreviewed] = useState(false)
  const { remove, removed } = useRemoved(list, write)
  const added = useFocusOf(rows)
  const move = (from: number, to: number) => {
    const question = list[from]
    if (!question || to < 0 || to >= list.length) return
    write(withMoved(list, from, to))
    setSaid(texts.moved({ label: typedLabel(question, from), position: to + 1, total: list.length }))
  }
  const { dragged, start } = useDrag(rows, move)
  const add = (preset: Preset) => {
    const question = presetQuestion(preset)
    write([...list, question])
    setSaid(texts.added({ label: typedLabel(question, list.length), n: list.length + 1 }))
    // What is complete needs no more taps. Of the others the organiser writes something.
    if (question.text === '' || (question.label === '' && !isKnownKind(question.kind))) setOpenId(question.id)
    added(question.id)
  }
  const isFull = list.length >= MAX_QUESTIONS
  return (
    <div className="grid gap-4">
      {list.length > 0 && (
        <ol ref={rows} className={`grid gap-2 ${dragged === null ? '' : 'select-none'}`}>
          {list.map((question, index) => (
            <QuestionRow
              key={question.id}
              {...{ question, index, errors }}
              total={list.length}
              saved={saved.find(({ id }) => id === question.id)}
              isOpen={openId === question.id}
              isDragged={dragged === question.id}
              onOpen={(isOpen) => setOpenId(isOpen ? question.id : null)}
              onGrab={start(question.id)}
              onMove={(to) => move(index, to)}
              onChange={(changes) => write(list.with(index, { ...question, ...changes }))}
              onRemove={() =>
                remove(
                  index,
                  typedLabel(question, index),
                  saved.some(({ id }) => id === question.id),
                )
              }
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <RemovedNote removed={removed} isFull={isFull} />
      {isFull ? (
        <p className="text-ink-soft">{texts.mostQuestions({ max: MAX_QUESTIONS })}</p>
      ) : (
        <AddQuestion list={list} onAdd={add} />
      )}
      {list.length > 0 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-expanded={isPreviewed}
          onClick={() => setPreviewed(!isPreviewed)}
        >
          {isPreviewed ? texts.hidePreview() : texts.preview()}
        </Button>
      )}
      {isPreviewed && list.length > 0 && <QuestionPreview value={value} before={before} day={day} />}
    </div>
  )
}

/** Moves the focus to a new row, once it is rendered: to its first empty control, or to the row. */
function useFocusOf(rows: { current: HTMLElement | null }) {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    const row = id === null ? null : rows.current?.querySelector(`[data-id="${id}"]`)
    const controls = [...(row?.querySelectorAll<HTMLInputElement>('input[type=text], textarea') ?? [])]
    const first = controls.find(({ value }) => value === '') ?? row?.querySelector<HTMLElement>('[aria-expanded]')
    first?.focus()
  }, [id, rows])
  return setId
}
