import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import { isScanned } from './scanner/is-scanned.ts'

/** Longest time between two keys of a scanner in a text field. People need longer for nearly every key. */
const FAST_MS = 100
/** The same elsewhere, where nobody types a text. */
const SLOW_MS = 1000
/** Some scanners send a second key at the end. It belongs to the code before it. */
const SECOND_END_MS = 100

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The keys that a scanner sent since its last code. */
interface Burst {
  text: string
  /** The same keys on a keyboard of the USA, for which most scanners are made, whatever the layout of this one. */
  onUsKeys: string
  lastAt: number
  /** The field that the keys went into, with the text that it had before. */
  field: TextField | null
  before: string
}
const NOTHING: Burst = { text: '', onUsKeys: '', lastAt: Number.NEGATIVE_INFINITY, field: null, before: '' }

/**
 * Takes the codes of a hand scanner, which types a code and Enter (or Tab, or a line feed) wherever the focus is. The
 * Enter presses no button, and the code leaves no trace in a field. It shows nothing, so that its code may come after the
 * first paint.
 */
export function HandScanner({ onText }: { onText: (text: string) => void }) {
  const tell = useEffectEvent(onText)
  useEffect(() => {
    let burst = NOTHING
    let scannedAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      // An IME still works on the text.
      if (event.isComposing || event.key === 'Process' || event.key === 'Unidentified') return
      const at = event.timeStamp
      const field = focusedField()
      if (at - burst.lastAt > (field ? FAST_MS : SLOW_MS) || burst.field !== field) burst = NOTHING
      if (isEnd(event)) {
        const text = scanned(burst)
        const { field: into, before } = burst
        burst = NOTHING
        const isSecondEnd = text === null && at - scannedAt < SECOND_END_MS
        if (text === null && !isSecondEnd) return
        swallow(event)
        if (text === null) return
        scannedAt = at
        if (into) flushSync(() => setValue(into, into.type === 'search' ? '' : before))
        tell(text)
        return
      }
      // Names of keys are longer. One key of an Arabic keyboard types two letters.
      if (/^\w{2,}$/.test(event.key) || event.metaKey || event.ctrlKey !== event.altKey) return
      // On a button or a list of choices the keys would do something else.
      if (!field && (event.key !== ' ' || burst.text !== '')) swallow(event)
      burst = {
        text: burst.text + event.key,
        onUsKeys: burst.onUsKeys + usKey(event),
        lastAt: at,
        field,
        before: burst.text === '' && field ? field.value : burst.before,
      }
    }
    // Before any other listener, so that a dialog or a button does not see the keys of a scanner.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  return null
}

/** What was scanned; null where the keys were typed by hand. */
function scanned({ text, onUsKeys, field }: Burst): string | null {
  for (const one of [text, onUsKeys]) {
    // Some scanners send the kind of the code first.
    const code = entryCodeOf(one) ?? entryCodeOf(one.slice(-8))
    if (code) return code
  }
  const plain = text.trim()
  return isScanned(plain) || (!field && plain.length > 2) ? plain : null
}

/** Is the key one that ends a code? A line feed arrives as Ctrl+J, a carriage return perhaps as Ctrl+M. */
function isEnd({ key, code, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || metaKey || shiftKey) return false
  return ctrlKey ? code === 'KeyJ' || code === 'KeyM' : key === 'Enter' || key === 'Tab'
}

function usKey({ code }: KeyboardEvent): string {
  return /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)?.slice(1).join('') ?? ''
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

const NO_TEXT = ['button', 'checkbox', 'radio', 'range', 'color', 'file', 'image', 'reset', 'submit']

function focusedField(): TextField | null {
  const { activeElement } = document
  if (activeElement instanceof HTMLTextAreaElement) return activeElement
  return activeElement instanceof HTMLInputElement && !NO_TEXT.includes(activeElement.type) ? activeElement : null
}

/** Sets the value as typing does, so that React sees it. */
function setValue(field: TextField, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
