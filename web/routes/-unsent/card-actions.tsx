import { useState } from 'react'
import type { Op } from '../../../contract/sync.ts'
import { Button } from '../../components/button.tsx'
import { confirmPopUp, infoPopUp } from '../../components/pop-up.ts'
import { StorageFailure } from '../../data/outbox.ts'
import { editText, editWords } from './edit-words.ts'

/** The edit's text to the clipboard. */
export function CopyButton({ op, title }: { op: Op; title: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    const done = await navigator.clipboard.writeText(editText(op, title)).then(
      () => true,
      () => false,
    )
    setSaid(done ? 'Copied' : 'Could not be copied')
  }
  return (
    <Button variant="secondary" onClick={copy}>
      <span aria-live="polite">{said || 'Copy'}</span>
    </Button>
  )
}

type DiscardButtonProps = {
  op: Op
  title: string
  /** It was on its way already, and no answer came. */
  mayHaveArrived?: boolean
  onDiscard: () => Promise<unknown>
}

/** Gives an edit up, once asked. */
export function DiscardButton({ op, title, mayHaveArrived = false, onDiscard }: DiscardButtonProps) {
  const discard = async () => {
    const sure = await confirmPopUp({
      title: 'Discard this change?',
      text: mayHaveArrived
        ? `${editWords(op, title)}. It is deleted from this phone. It was being sent, and may have arrived already: then it stays.`
        : `${editWords(op, title)}. It is deleted from this phone and never sent.`,
      confirm: 'Yes, discard it',
    })
    if (sure) await guarded(onDiscard)
  }
  return (
    <Button variant="danger" onClick={discard}>
      Discard
    </Button>
  )
}

/** Runs a write, and says so where the phone does not take it. */
export async function guarded(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    await infoPopUp('Not saved', error.message, 'warning')
  }
}
