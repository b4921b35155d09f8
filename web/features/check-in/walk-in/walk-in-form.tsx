import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { walkInSchema } from '../../../../contract/application.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import {
  type AnswerField,
  type Question as AskedQuestion,
  questionsOf,
} from '../../../../contract/questions/questions.ts'
import { newEntryCode } from '../../../../contract/text/entry-code.ts'
import { latinDigits } from '../../../../contract/text/latin-digits.ts'
import { answerErrors, answerValues, cleanAnswers } from '../../../forms/answers.ts'
import { AskedFields } from '../../../forms/asked-fields.tsx'
import { checkFields } from '../../../forms/check-fields.ts'
import { HidesNameField } from '../../../forms/hides-name-field.tsx'
import { answerLabels, labelOf } from '../../../forms/labels.ts'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import { useForm } from '../../../forms/use-form.ts'
import type { Searchable } from '../../../marathon/find-entrants.ts'
import { useAccount } from '../../../store/account-context.tsx'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/check-in.js'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { CloseIcon } from '../../../ui/icons/icon.tsx'
import type { Bibs } from '../bibs/use-bibs.ts'
import { readRegistered } from '../check-in-count.ts'
import type { Answers } from '../use-answers.ts'
import { namesakes } from './namesakes.ts'
import { type Asked, Question } from './question.tsx'

/** Takes a bib that was scanned. @returns false if the form is not waiting for one */
export type TakeBib = (text: string) => boolean

type WalkInFormProps = Pick<Answers, 'enter' | 'scan'> & {
  marathon: MarathonView
  all: readonly Searchable<ApplicationView>[]
  bibs: Bibs
  /** Gets what takes a scanned bib. */
  takeBib: RefObject<TakeBib | null>
  isScanning: boolean
  onScanning: (isScanning: boolean) => void
  onClose: () => void
}

const EMPTY = { firstName: '', lastName: '', bib: '', hidesName: 'false' }
type Typed = Record<keyof typeof EMPTY | AnswerField, string>

/** The form of somebody who has no entry and stands at the table. It is ready for the next as soon as one is stored. */
export function WalkInForm(props: WalkInFormProps) {
  const { marathon, all, bibs, takeBib, isScanning, onScanning, enter, scan, onClose } = props
  const { db, author } = useAccount()
  const [asked, setAsked] = useState<Asked | null>(null)
  const agreed = useRef<{ namesake?: boolean; above?: number }>({})
  const first = useRef<HTMLInputElement>(null)
  const bibField = useRef<HTMLInputElement>(null)
  const startOver = () => {
    agreed.current = {}
    setAsked(null)
  }
  // What may be asked at the table: what staff see, and what an entry must not lack.
  const questions = questionsOf(marathon).filter(({ isRequired, staffSees }) => isRequired && staffSees)
  const form = useForm<Typed>({
    initial: { ...EMPTY, ...answerValues(questions) },
    draftKey: `walk-in:${marathon._id}`,
    check: (typed) => {
      const { data, errors } = checkWalkIn(marathon, questions, typed)
      const wrong = answerErrors(marathon, cleanAnswers(questions, typed), answerValues(questions))
      return { ...wrong, ...(errors ?? (data.bib === null ? {} : bibs.errors(data.bib))) }
    },
    save: async (typed) => {
      const { data } = checkWalkIn(marathon, questions, typed)
      if (!data) return {}
      const [namesake] = agreed.current.namesake ? [] : namesakes(all, data)
      if (namesake) {
        setAsked({ kind: 'namesake', entrant: namesake })
        return {}
      }
      const { capacity } = marathon
      const above = capacity === null ? 0 : Math.max(0, (await readRegistered(db, marathon._id)) + 1 - capacity)
      if (above > 0 && agreed.current.above !== above) {
        setAsked({ kind: 'above', above })
        return {}
      }
      startOver()
      if (!(await enter({ ...data, above }))) return {}
      const isCleared = form.reset()
      if (data.bib !== null) bibs.onHandedOut(data.bib)
      first.current?.focus()
      await isCleared
      return undefined
    },
  })
  useEffect(() => first.current?.focus(), [])
  useImperativeHandle(takeBib, () => (text: string) => {
    if (!isScanning && document.activeElement !== bibField.current) return false
    form.set('bib', text.trim())
    onScanning(false)
    bibField.current?.focus()
    return true
  })
  const submit = () => form.props.ref.current?.requestSubmit()
  const bind = (name: keyof Typed) => {
    const bound = form.bind(name)
    return {
      ...bound,
      onChange: (change: { target: { value: string } }) => {
        startOver()
        bound.onChange(change)
      },
    }
  }
  const { next } = bibs
  return (
    <section aria-labelledby="walk-in" className="rounded-lg border-2 border-ink bg-surface p-3">
      <div className="flex items-center justify-between">
        <h2 id="walk-in" className="text-xl">
          {texts.walkIn()}
        </h2>
        <button
          type="button"
          aria-label={texts.closeWalkIn()}
          onClick={onClose}
          className="-me-1 -mt-1 grid size-11 place-items-center rounded-md hover:bg-sunken"
        >
          <CloseIcon />
        </button>
      </div>
      <form {...form.props} noValidate className="grid grid-cols-1 gap-3">
        {form.restored && <RestoredNote onClear={form.reset} />}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            ref={first}
            label={labelOf('firstName')}
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="next"
            data-max-length={MAX_LENGTH.name}
            {...bind('firstName')}
          />
          <TextField
            label={labelOf('lastName')}
            autoComplete="off"
            autoCapitalize="words"
            data-max-length={MAX_LENGTH.name}
            {...bind('lastName')}
          />
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-28 flex-[1_1_7rem]">
            <TextField
              ref={bibField}
              label={labelOf('bib')}
              required={false}
              autoComplete="off"
              autoCapitalize="characters"
              className="numeral text-xl!"
              data-max-length={MAX_LENGTH.bib}
              {...bind('bib')}
            />
          </div>
          <div className="flex flex-[2_1_12rem] flex-wrap gap-2 *:min-h-12 *:flex-auto">
            {next !== null && (
              <Button
                variant="secondary"
                onClick={() => {
                  startOver()
                  form.set('bib', String(next))
                }}
              >
                {texts.nextFree({ bib: String(next) })}
              </Button>
            )}
            <Button variant="secondary" aria-pressed={isScanning} onClick={() => onScanning(!isScanning)}>
              {texts.scanBib()}
            </Button>
          </div>
        </div>
        <AskedFields
          marathon={marathon}
          questions={questions}
          bind={bind}
          signer={author.name}
          runner={`${form.values.firstName} ${form.values.lastName}`.trim()}
          focusWrong={form.focusWrong}
        />
        <HidesNameField {...bind('hidesName')} isOfOther />
        {bibs.message && <p className="text-sm text-ink-soft">{bibs.message}</p>}
        <FormError>{form.failure}</FormError>
        {asked ? (
          <Question
            asked={asked}
            onYes={() => {
              const yes = asked.kind === 'above' ? { above: asked.above } : { namesake: true }
              agreed.current = { ...agreed.current, ...yes }
              setAsked(null)
              submit()
            }}
            onNo={() => {
              startOver()
              first.current?.focus()
            }}
            onInstead={(entrant) => {
              startOver()
              scan({ id: entrant._id })
              void form.reset()
              first.current?.focus()
            }}
          />
        ) : (
          <Button type="submit" size="lg" pending={form.pending} className="min-h-16 w-full text-xl!">
            {texts.enterWalkIn()}
          </Button>
        )}
      </form>
    </section>
  )
}

/** Checks what was typed. The code is made anew for each entry, and `above` is set later. */
function checkWalkIn(
  marathon: MarathonView,
  questions: readonly AskedQuestion[],
  { firstName, lastName, bib, hidesName, ...typed }: Typed,
) {
  const answers = cleanAnswers(questions, typed)
  const made = { marathonId: marathon._id, code: newEntryCode(), above: 0 }
  const person = { firstName, lastName, ...(hidesName === 'true' && { hidesName: true }) }
  const fields = { ...person, bib: latinDigits(bib).trim() || null, ...answers, ...made }
  return checkFields(walkInSchema, fields, answerLabels(marathon))
}
