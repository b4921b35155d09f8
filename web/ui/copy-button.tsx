import { useState } from 'react'
import { expected } from '../../contract/errors.ts'
import * as texts from '../texts/compiled/common.js'
import { plainText } from '../texts/plain-text.ts'
import { Button } from './button.tsx'

/** Copies a text to the clipboard. It is made at the tap. */
export function CopyButton({ text, label = texts.copy() }: { text: () => string; label?: string }) {
  const [done, setDone] = useState<boolean | null>(null)
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(plainText(text())).then(
      () => true,
      () => expected('refused', false),
    )
    setDone(isCopied)
  }
  return (
    <Button variant="secondary" onClick={copy}>
      <span aria-live="polite">{done === null ? label : done ? texts.copied() : texts.notCopied()}</span>
    </Button>
  )
}
