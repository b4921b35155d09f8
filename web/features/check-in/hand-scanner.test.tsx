import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newEntryCode } from '../../../contract/text/entry-code.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { HandScanner } from './hand-scanner.tsx'

const CODE = newEntryCode()
let scans: string[] = []
let hook: { leave: () => void }
let clock = 1000

beforeEach(async () => {
  scans = []
  document.body.innerHTML = '<input id=gate value=North><input id=search type=search value=ad><button>Undo</button>'
  const listening = vi.spyOn(window, 'addEventListener')
  hook = renderHook(() => HandScanner({ onText: (text) => scans.push(text) }))
  await until(() => expect(listening).toHaveBeenCalledWith('keydown', expect.anything(), true))
  listening.mockRestore()
})
afterEach(() => hook.leave())

const at = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLInputElement

/** Presses a key as a browser does: what nobody prevents has its effect on the focused element. */
function press(key: string, { code = '', ctrlKey = false, wait = 5 } = {}) {
  clock += wait
  const focused = document.activeElement as HTMLInputElement
  const event = new KeyboardEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: clock })
  focused.dispatchEvent(event)
  if (event.defaultPrevented) return
  if (focused.matches('input') && !/^\w{2,}$/.test(key)) focused.value += key
  if (focused.matches('button') && key === 'Enter') focused.click()
}
function type(text: string, options = {}) {
  for (const key of text) press(key, { code: codeOf(key), ...options })
}
const codeOf = (key: string) => (/\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`)

describe('a code and Enter of a hand scanner', () => {
  it.each(['body', 'button', '#search', '#gate'])(
    'is one scan, and presses and leaves nothing: focus on %s',
    (where) => {
      let clicks = 0
      at('button').onclick = () => {
        clicks += 1
      }
      at(where).focus()
      type(CODE)
      press('Enter')
      expect(scans).toEqual([CODE])
      expect([clicks, at('#gate').value, at('#search').value]).toEqual([0, 'North', where === '#search' ? '' : 'ad'])
    },
  )

  it.each([
    ['Tab', [['Tab', false]]],
    [
      'CR LF',
      [
        ['Enter', false],
        ['j', true],
      ],
    ],
    [
      'two Enters',
      [
        ['Enter', false],
        ['Enter', false],
      ],
    ],
    ['a line feed', [['j', true]]],
  ] as const)('ends with %s as well, which does nothing else', (_name, ends) => {
    let clicks = 0
    at('button').onclick = () => {
      clicks += 1
    }
    at('button').focus()
    type(CODE.toLowerCase())
    for (const [key, ctrlKey] of ends) press(key, { ctrlKey, code: ctrlKey ? 'KeyJ' : key })
    expect([scans, clicks]).toEqual([[CODE], 0])
    press('Enter', { wait: 400 })
    expect(clicks).toBe(1)
  })

  it('is a scan each time, ten a second, also of the same code', () => {
    const codes = [...Array.from({ length: 20 }, newEntryCode), CODE, CODE]
    at('#gate').focus()
    for (const code of codes) {
      type(code, { wait: 10 })
      press('Enter', { wait: 10 })
    }
    expect(scans).toEqual(codes)
    expect(at('#gate').value).toBe('North')
  })

  it.each([
    ['German', 'yzYZ', 'zyZY'],
    ['Arabic', 'abcdefghjkmnpqrstvwxyz', 'شﻻؤيثبلاتنةىحضقسفرصءغئ'],
    ['French digits', '1234567890', '&é"\'(-è_çà'],
  ])('is read on a %s keyboard, for which the scanner is not set up', (_layout, typed, shown) => {
    const [us, there] = [[...typed], [...shown]]
    for (const key of CODE)
      press(there[us.indexOf(key)] ?? there[us.indexOf(key.toLowerCase())] ?? key, { code: codeOf(key) })
    press('Enter')
    expect(scans).toEqual([CODE])
  })

  it('may have the kind of the code before it', () => {
    at('#search').focus()
    type(`]Q1${CODE}`)
    press('Enter')
    expect(scans).toEqual([CODE])
  })

  it('that is no entry’s code is scanned too, and presses nothing', () => {
    at('button').focus()
    type('4006381333931')
    press('Enter')
    at('#gate').focus()
    type('https://example.com/x1')
    press('Enter')
    expect([scans, at('#gate').value]).toEqual([['4006381333931', 'https://example.com/x1'], 'North'])
  })
})

describe('a person', () => {
  it('types names, gates and Enter as before', () => {
    let clicks = 0
    at('button').onclick = () => {
      clicks += 1
    }
    at('#gate').focus()
    type(' 2')
    press('Enter', { wait: 200 })
    at('#search').focus()
    type('ason')
    press('Enter')
    type(CODE, { wait: 150 })
    press('Enter')
    at('button').focus()
    press('Enter')
    expect([scans, at('#gate').value, at('#search').value, clicks]).toEqual([[], 'North 2', `adason${CODE}`, 1])
  })
})
