import { useState } from 'react'
import { entryCodeOf } from '../../../contract/entry-code.ts'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { CONTROL_CLASS } from '../../ui/field.tsx'
import type { Answers } from './use-answers.ts'

type GateFieldProps = Pick<Answers, 'scan'> & { gate: string; onGate: (gate: string) => void }

/**
 * The name of the gate, which goes with each scan. An entry's code that was typed here is no name: it is kept on the
 * screen alone, and Enter scans it.
 */
export function GateField({ gate, onGate, scan }: GateFieldProps) {
  const [code, setCode] = useState<string | null>(null)
  const onText = (text: string) => {
    setCode(isCode(text) ? text : null)
    if (!isCode(text)) onGate(text)
  }
  const onEnter = () => {
    if (code === null) return
    scan({ text: code })
    setCode(null)
  }
  return (
    <>
      <label htmlFor="gate" className="font-semibold">
        {texts.gate()}
      </label>
      <input
        id="gate"
        autoComplete="off"
        maxLength={MAX_LENGTH.gate}
        value={code ?? gate}
        aria-invalid={code === null ? undefined : true}
        aria-describedby="gate-error"
        onChange={(change) => onText(change.target.value)}
        onKeyDown={(press) => press.key === 'Enter' && !press.nativeEvent.isComposing && onEnter()}
        className={`${CONTROL_CLASS} min-w-32 max-w-md flex-1`}
      />
      <p id="gate-error" role="alert" className="order-last basis-full text-sm font-semibold text-danger empty:hidden">
        {code !== null && texts.gateIsCode()}
      </p>
    </>
  )
}

/** Names of gates have eight letters too, but seldom a digit in one word, or capitals alone. */
function isCode(text: string): boolean {
  return entryCodeOf(text) !== null && (/\d/.test(text) || text === text.toUpperCase())
}
