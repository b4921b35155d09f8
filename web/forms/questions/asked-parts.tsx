import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { lengthOf } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/asked.js'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import type { FieldSentences } from '../field-errors.ts'
import { FoldedPart } from '../folded-part.tsx'
import { labelOf } from '../labels.ts'
import { ASKED_FIELDS, type AskedField, type EditorProps, storedAsked } from './stored-asked.ts'
import { typedNames } from './typed-names.ts'

const EDITORS: Record<AskedField, ComponentType<EditorProps>> = {
  questions: lazy(() => import('./question-list.tsx').then((m) => ({ default: m.QuestionList }))),
  categories: lazy(() => import('./categories-editor.tsx').then((m) => ({ default: m.CategoriesEditor }))),
  staffFields: lazy(() => import('./staff-fields-editor.tsx').then((m) => ({ default: m.StaffFieldsEditor }))),
  splits: lazy(() => import('./splits-editor.tsx').then((m) => ({ default: m.SplitsEditor }))),
}
const HINTS: Record<AskedField, () => string> = {
  questions: texts.questionsHint,
  categories: texts.categoriesHint,
  staffFields: texts.staffFieldsHint,
  splits: texts.splitsHint,
}
/** It says what categories need, and is there only once there are some. */
const NotAsked = lazy(() => import('./not-asked.tsx').then((m) => ({ default: m.NotAsked })))

type Values = Record<AskedField, string>

interface AskedForm {
  values: Values
  errors: FieldSentences
  set: (name: AskedField, value: string) => void
  focusWrong: () => void
}

type AskedPartsProps = {
  form: AskedForm
  before?: Values
  day: string
  /** Other folded parts. */
  children?: ReactNode
}

/**
 * Questions, categories, fields of the organisers and splits on a form of a marathon: closed, so that a simple event
 * stays simple.
 */
export function AskedParts({ form, before, day, children }: AskedPartsProps) {
  const { values, errors, set, focusWrong } = form
  return (
    <div className="divide-y divide-line border-y border-line">
      {ASKED_FIELDS.map((field) => (
        <div key={field}>
          <AskedPart
            field={field}
            value={values[field]}
            onChange={(value) => set(field, value)}
            before={before?.[field] ?? ''}
            errors={errors}
            focusWrong={focusWrong}
            day={day}
          />
          {field === 'categories' && values.categories !== '' && (
            <Suspense>
              <NotAsked values={values} onAsk={(questions) => set('questions', questions)} />
            </Suspense>
          )}
        </div>
      ))}
      {children}
    </div>
  )
}

type AskedPartProps = EditorProps & { field: AskedField; focusWrong: () => void }

/** One of the parts. It opens by itself where something is wrong in it. */
export function AskedPart({ field, errors: all, focusWrong, ...props }: AskedPartProps) {
  const { value } = props
  const errors = Object.fromEntries(
    Object.entries(all).filter(([name]) => name === field || name.startsWith(`${field}.`)),
  )
  const wrong = Object.keys(errors)
  const isWhole = wrong.some((name) => !/\.\d/.test(name))
  const Editor = EDITORS[field]
  return (
    <FoldedPart
      label={labelOf(field)}
      names={typedNames(field, value)}
      hint={HINTS[field]()}
      isWrong={wrong.length > 0}
    >
      <Suspense fallback={<SpinnerBlock />}>
        {/* It is a control of the form, so it gets the focus where the value as a whole is wrong. */}
        <fieldset
          name={isWhole ? field : undefined}
          tabIndex={-1}
          aria-label={labelOf(field)}
          className="grid min-w-0 gap-4 pt-1 pb-5"
        >
          <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
            {errors.questions && isTooMuch(value) ? texts.tooMuch() : errors[field]}
          </p>
          <Editor {...props} errors={errors} />
          <Loaded onLoad={focusWrong} />
        </fieldset>
      </Suspense>
    </FoldedPart>
  )
}

/** Nobody counts the characters of several questions. */
const isTooMuch = (questions: string) => lengthOf(storedAsked('questions', questions, '')) > MAX_LENGTH.questions

/** Tells that the editor beside it is loaded: what is wrong in it could not get the focus before. */
function Loaded({ onLoad }: { onLoad: () => void }) {
  useEffect(onLoad)
  return null
}
