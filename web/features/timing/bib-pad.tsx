import { useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { latinDigits } from '../../../contract/text/latin-digits.ts'
import { normaliseLine } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/timing.js'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatClock } from '../../ui/format/format.ts'
import type { Recorded } from './use-recorder.ts'

type BibPadProps = {
  /** The crossing whose bib is typed. */
  of: Recorded | undefined
  /** Is a bib that of a crossing, so that there must be one? */
  needsCrossing: boolean
  onBib: (bib: string, isRetired: boolean) => void
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '⌫', '0']

/** Keys for a bib, large enough for gloves. The phone's own keyboard would hide the button for the times. */
export function BibPad({ of, needsCrossing, onBib }: BibPadProps) {
  const [typed, setTyped] = useState('')
  const bib = latinDigits(normaliseLine(typed))
  const send = (isRetired: boolean) => {
    if (bib === '' || (needsCrossing && !of && !isRetired)) return
    onBib(bib, isRetired)
    setTyped('')
  }
  const press = (key: string) =>
    setTyped((before) => (key === '⌫' ? before.slice(0, -1) : `${before}${key}`.slice(0, MAX_LENGTH.bib)))
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      <TextField
        label={
          of ? texts.bibOf({ time: formatClock(Date.parse(of.at)) }) : needsCrossing ? texts.bibNext() : texts.bib()
        }
        name="bib"
        // The keys below write it. A keyboard that is connected does too.
        inputMode="none"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="grid grid-cols-3 gap-2">
        {KEYS.map((key) => (
          <Button
            key={key}
            variant="secondary"
            size="lg"
            onClick={() => press(key)}
            aria-label={key === '⌫' ? texts.erase() : key}
          >
            {key}
          </Button>
        ))}
        <Button size="lg" type="submit" disabled={bib === '' || (needsCrossing && !of)}>
          {texts.ok()}
        </Button>
      </div>
      <Button variant="quiet" disabled={bib === ''} onClick={() => send(true)}>
        {texts.retired()}
      </Button>
    </form>
  )
}
