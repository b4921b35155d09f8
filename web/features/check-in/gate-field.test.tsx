import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { newEntryCode } from '../../../contract/text/entry-code.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { GateField } from './gate-field.tsx'

const scan = vi.fn()
const named = vi.fn()

function Gate() {
  const [gate, setGate] = useState('North')
  const onGate = (next: string) => {
    named(next)
    setGate(next)
  }
  return <GateField gate={gate} onGate={onGate} scan={scan} />
}

it('refuses a code as the name of a gate, keeps it until it is changed, and scans it at Enter', async () => {
  const part = renderPart(await emptyAccount(), <Gate />)
  const box = await until(() => part.box.querySelector('input') ?? Promise.reject(new Error('not rendered')))
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const said = () => part.box.querySelector('[role=alert]')?.textContent
  for (const gate of ['South', 'Westgate', 'Gate 12', 'Area 51']) {
    type(gate)
    await until(() => expect(named).toHaveBeenLastCalledWith(gate))
    expect([box.value, said()]).toEqual([gate, ''])
  }
  const code = newEntryCode()
  const enter = () => box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  // Typed by hand: at once, letter by letter, and behind the name that is there.
  for (const [n, steps] of [[code], [...code].map((_, at) => code.slice(0, at + 1)), [`Area 51${code}`]].entries()) {
    box.blur()
    box.focus()
    for (const text of steps) {
      type(text)
      await until(() => expect(box.value).toBe(text))
    }
    expect(said()).toBe('This is an entry’s code, not a gate’s name.')
    enter()
    await until(() => expect(box.value).toBe('Area 51'))
    expect([said(), named.mock.lastCall, scan.mock.calls.length]).toEqual(['', ['Area 51'], n + 1])
    expect(scan.mock.lastCall).toEqual([{ text: code }])
  }
  part.leave()
})
