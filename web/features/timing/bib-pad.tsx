import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { latinDigits } from '../../../contract/text/latin-digits.ts'
import { normaliseLine } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/timing.js'
import { Button } from '../../ui/button.tsx'
import { holderOf } from './recorded-row.tsx'
import type { NameOf } from './use-names.ts'

type BibPadProps = {
  /** What the bib is of. */
  label: string
  nameOf: NameOf
  /** Null where there is no crossing that a bib could be of. */
  onBib: ((bib: string) => void) | null
} & ({ onRetired: (bib: string) => void; onCancel?: never } | { onCancel: () => void; onRetired?: never })

const KEYS = ['1', '2', '3', '⌫', '4', '5', '6', '0', '7', '8', '9']

/** Keys for a bib, large enough for gloves. The phone's own keyboard would hide the button for the times. */
export function BibPad({ label, nameOf, onBib, onRetired, onCancel }: BibPadProps) {
  const [typed, setTyped] = useState('')
  const [hasLetters, setLetters] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const bib = latinDigits(normaliseLine(typed))
  const send = (to: ((bib: string) => void) | null) => {
    if (bib === '' || to === null) return
    to(bib)
    setTyped('')
  }
  const press = (key: string) =>
    setTyped((before) => (key === '⌫' ? before.slice(0, -1) : `${before}${key}`.slice(0, MAX_LENGTH.bib)))
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        send(onBib)
      }}
    >
      <div className="flex flex-wrap items-stretch gap-1.5">
        <label className="flex min-h-12 min-w-0 flex-1 basis-40 items-center gap-2 rounded-md border-2 border-edge bg-surface px-3 focus-within:border-ink">
          <span className="min-w-0 text-sm/4">{label}</span>
          <input
            ref={input}
            name="bib"
            // The keys below write it. A keyboard that is connected does too, and the phone's own for a bib with letters.
            inputMode={hasLetters ? 'text' : 'none'}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={MAX_LENGTH.bib}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="numeral w-full min-w-12 flex-1 bg-transparent text-2xl"
          />
          <button
            type="button"
            aria-pressed={hasLetters}
            className="min-h-11 text-sm font-semibold aria-pressed:underline"
            onClick={() => {
              // The keyboard opens by the focus alone, once the field wants it.
              flushSync(() => setLetters(!hasLetters))
              input.current?.blur()
              if (!hasLetters) input.current?.focus()
            }}
          >
            {texts.letters()}
          </button>
        </label>
        {onRetired ? (
          <Button variant="secondary" className="px-3!" disabled={bib === ''} onClick={() => send(onRetired)}>
            {texts.retired()}
          </Button>
        ) : (
          <Button variant="quiet" className="px-3!" onClick={onCancel}>
            {texts.cancel()}
          </Button>
        )}
      </div>
      {/* It has its place while nothing is typed: the keys stay where they are. */}
      <p role="status" className="-my-0.5 min-h-5 truncate text-sm/5 font-semibold">
        {holderOf({ bib }, nameOf)}
      </p>
      <div className="grid grid-cols-4 gap-1.5" dir="ltr">
        {KEYS.map((key) => (
          <Button
            key={key}
            variant="secondary"
            className="min-h-12 px-1! text-xl"
            onClick={() => press(key)}
            aria-label={key === '⌫' ? texts.erase() : key}
          >
            {key}
          </Button>
        ))}
        <Button type="submit" className="min-h-12 px-1! text-lg" disabled={bib === '' || onBib === null}>
          {texts.ok()}
        </Button>
      </div>
    </form>
  )
}
