import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { newEntryCode } from '../../../contract/entry-code.ts'
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
  named.mockClear()
  const code = newEntryCode()
  type(code)
  await until(() => expect(said()).toBe('This is an entry’s code, not a gate’s name.'))
  expect(box.value).toBe(code)
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await until(() => expect(box.value).toBe('Area 51'))
  expect(scan.mock.calls).toEqual([[{ text: code }]])
  expect(named).not.toHaveBeenCalled()
  part.leave()
})
