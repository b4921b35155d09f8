import { useState } from 'react'
import { latinDigits } from '../../../../contract/text/latin-digits.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/check-in.js'
import * as common from '../../../texts/compiled/common.js'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Rich } from '../../../ui/rich.tsx'
import { who } from '../answer-message.ts'
import type { Answers } from '../use-answers.ts'
import type { Bibs } from './use-bibs.ts'

type BibChoiceProps = Pick<Answers, 'handOut'> & {
  entrant: ApplicationView
  bibs: Bibs
  /** Is the next free bib offered, also to who has one? */
  isOffered: boolean
}

/** Hands an entrant a bib: the next free one by one tap, or another one. */
export function BibChoice({ entrant, bibs, isOffered, handOut }: BibChoiceProps) {
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState('')
  const name = who(entrant)
  const give = async (bib: string) => {
    const wrong = bibs.errors(bib, entrant).bib
    if (wrong) return setError(wrong)
    if (!(await handOut(entrant, bib))) return
    bibs.onHandedOut(bib)
    close()
  }
  const close = () => {
    setText(null)
    setError('')
  }
  const { next } = bibs
  if (text === null) {
    return (
      <div className="flex flex-wrap gap-2">
        {isOffered && next !== null && (
          <Button variant="secondary" onClick={() => give(String(next))}>
            <Rich text={texts.giveNext({ bib: String(next), who: name })} />
          </Button>
        )}
        <Button variant="quiet" onClick={() => setText('')}>
          <Rich text={entrant.bib === null ? texts.giveBib({ who: name }) : texts.changeBib({ who: name })} />
        </Button>
        <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
          {error}
        </p>
      </div>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void give(latinDigits(text).trim())
      }}
      className="flex w-full flex-wrap items-end gap-2"
    >
      <div className="min-w-28 flex-1">
        <TextField
          ref={focus}
          label={texts.bib()}
          autoComplete="off"
          className="numeral text-xl!"
          value={text}
          error={error}
          onChange={(change) => {
            setText(change.target.value)
            setError('')
          }}
        />
      </div>
      <Button type="submit" className="min-h-12">
        {texts.save()}
      </Button>
      <Button variant="secondary" className="min-h-12" onClick={close}>
        {common.cancel()}
      </Button>
    </form>
  )
}

function focus(input: HTMLInputElement | null) {
  input?.focus({ preventScroll: true })
}
