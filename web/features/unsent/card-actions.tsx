import { useState } from 'react'
import type { Op } from '../../../contract/sync.ts'
import { StorageFailure } from '../../data/outbox.ts'
import { describeOp, editText } from '../../shared/sync/describe-op.ts'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp, infoPopUp } from '../../ui/pop-up.ts'

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
  /** How many other edits rest on this one, and go with it. */
  countWith?: () => Promise<number>
  onDiscard: () => Promise<unknown>
}

/** Gives an edit up, once asked. */
export function DiscardButton({ op, title, mayHaveArrived = false, countWith, onDiscard }: DiscardButtonProps) {
  const discard = async () => {
    const others = (await countWith?.()) ?? 0
    const sure = await confirmPopUp({
      title: 'Discard this change?',
      text: [`${describeOp(op, title)}.`, dependantsMessage(others), fateMessage(mayHaveArrived, others)]
        .filter(Boolean)
        .join(' '),
      confirm: others > 0 ? 'Yes, discard them' : 'Yes, discard it',
    })
    if (sure) await guarded(onDiscard)
  }
  return (
    <Button variant="danger" onClick={discard}>
      Discard
    </Button>
  )
}

/** Null where nothing rests on the edit. */
function dependantsMessage(others: number): string | null {
  if (others === 0) return null
  return others === 1 ? '1 other change rests on it and goes too.' : `${others} other changes rest on it and go too.`
}

function fateMessage(mayHaveArrived: boolean, others: number): string {
  if (others > 0) return 'They are deleted from this phone and never sent.'
  if (!mayHaveArrived) return 'It is deleted from this phone and never sent.'
  return 'It is deleted from this phone. It was being sent, and may have arrived already: then it stays.'
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
