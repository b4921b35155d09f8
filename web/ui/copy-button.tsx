import { useState } from 'react'
import { expected } from '../../contract/errors.ts'
import * as texts from '../texts/compiled/common.js'
import { plainText } from '../texts/plain-text.ts'
import { Button } from './button.tsx'

/** Copies a text to the clipboard. @returns whether the browser did */
export function copyText(text: string): Promise<boolean> {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => expected('refused', false),
  )
}

/** The button that copies a text. It is made at the tap. */
export function CopyButton({ text, label = texts.copy() }: { text: () => string; label?: string }) {
  const [done, setDone] = useState<boolean | null>(null)
  const copy = async () => setDone(await copyText(plainText(text())))
  return (
    <Button variant="secondary" onClick={copy}>
      <span aria-live="polite">{done === null ? label : done ? texts.copied() : texts.notCopied()}</span>
    </Button>
  )
}
