import { useRef, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import { cut } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { CONTROL_CLASS } from '../../ui/field.tsx'
import type { Answers } from './use-answers.ts'

type GateFieldProps = Pick<Answers, 'scan'> & { gate: string; onGate: (gate: string) => void }

/**
 * The name of the gate, which goes with each scan. An entry's code that was typed here is no name: it is kept on the
 * screen alone, and Enter scans it.
 */
export function GateField({ gate, onGate, scan }: GateFieldProps) {
  const [refused, setRefused] = useState<{ text: string; code: string } | null>(null)
  // Letter by letter a code is a name until its last one. The gate gets back the name of before.
  const before = useRef(gate)
  const onText = (text: string) => {
    const added = text.startsWith(before.current) ? text.slice(before.current.length) : text
    const code = [text, added].find(isCode)
    setRefused(code === undefined ? null : { text, code })
    onGate(code === undefined ? cut(text, MAX_LENGTH.gate) : before.current)
  }
  const onEnter = () => {
    if (!refused) return
    scan({ text: refused.code })
    setRefused(null)
  }
  return (
    <>
      <label htmlFor="gate" className="font-semibold">
        {texts.gate()}
      </label>
      <input
        id="gate"
        autoComplete="off"
        value={refused?.text ?? gate}
        aria-invalid={refused ? true : undefined}
        aria-describedby="gate-error"
        onFocus={() => {
          before.current = gate
        }}
        onChange={(change) => onText(change.target.value)}
        onKeyDown={(press) => press.key === 'Enter' && !press.nativeEvent.isComposing && onEnter()}
        className={`${CONTROL_CLASS} min-w-32 max-w-md flex-1`}
      />
      <p id="gate-error" role="alert" className="order-last basis-full text-sm font-semibold text-danger empty:hidden">
        {refused && texts.gateIsCode()}
      </p>
    </>
  )
}

/** Names of gates have eight letters too, but seldom a digit in one word, or capitals alone. */
function isCode(text: string): boolean {
  return entryCodeOf(text) !== null && (/\d/.test(text) || text === text.toUpperCase())
}
