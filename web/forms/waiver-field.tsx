import { useId } from 'react'
import { isSignedNow, type Question, signatureOf, signatureText } from '../../contract/questions/questions.ts'
import * as texts from '../texts/compiled/questions.js'
import { optional } from '../texts/compiled/ui.js'
import { questionLabel } from '../texts/question-words.ts'
import { TextField } from '../ui/field.tsx'
import { OWN_WORDS } from '../ui/own-words.ts'
import { shownAnswer } from './question-texts.ts'
import type { BoundField } from './use-form.ts'

interface WaiverFieldProps {
  question: Question
  bound: BoundField
  /** Null where the age is not known: then a guardian may sign, and need not. */
  isGuardianNeeded: boolean | null
  signer: string
  runner: string | undefined
}

/** A waiver: its text in full, the checkbox that signs it, and the guardian's name where the age needs one. */
export function WaiverField({ question, bound, isGuardianNeeded, signer, runner }: WaiverFieldProps) {
  const id = useId()
  const { name, value, error, onChange } = bound
  const { version = 1, guardianBelow, isRequired, text } = question
  const signature = signatureOf(value)
  const signed = signature && isSignedNow(question, signature) ? signature : null
  const sign = (guardian: string, at = new Date().toISOString()) =>
    onChange({
      target: { value: signatureText({ version: signed?.version ?? version, at, by: signed?.by || signer, guardian }) },
    })
  const asksGuardian = typeof guardianBelow === 'number' && isGuardianNeeded !== false
  const hasGuardian = signed !== null && (asksGuardian || signed.guardian !== '')
  const ownError = hasGuardian ? undefined : error
  const note = signed ? signed.by !== '' && shownAnswer(question, value) : signature && texts.signedEarlier()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-sans text-base font-semibold [font-stretch:100%]">
        <bdi>{questionLabel(question)}</bdi>
        {!isRequired && <span className="font-normal text-ink-soft">{` ${optional()}`}</span>}
      </legend>
      <p
        id={`${id}-text`}
        className="rounded-md border-2 border-line bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-line"
        {...OWN_WORDS}
      >
        {text}
      </p>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-action"
          // Of the two controls, the one that is wrong gets the focus by its name.
          name={hasGuardian ? undefined : name}
          required={isRequired}
          aria-invalid={ownError ? true : undefined}
          aria-describedby={`${id}-error ${id}-note ${id}-text`}
          checked={signed !== null}
          onChange={(change) => (change.target.checked ? sign('') : onChange({ target: { value: '' } }))}
        />
        <span>
          {runner === undefined ? texts.agree() : texts.agreeFor({ known: runner === '' ? 'no' : 'yes', runner })}
        </span>
      </label>
      <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {ownError}
      </p>
      <p id={`${id}-note`} className="text-sm text-ink-soft empty:hidden">
        {note}
      </p>
      {hasGuardian && (
        <TextField
          label={texts.guardian()}
          name={name}
          required={isGuardianNeeded === true}
          autoComplete="off"
          hint={asksGuardian && texts.guardianHint({ age: guardianBelow })}
          error={error}
          value={signed.guardian}
          onChange={(change) => sign(change.target.value, signed.at)}
        />
      )}
    </fieldset>
  )
}
