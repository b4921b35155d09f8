import { useState } from 'react'
import type { Op } from '../../../contract/sync.ts'
import type { OpMarathon } from '../../data/op-marathons.ts'
import { StorageFailure } from '../../data/outbox.ts'
import { describeOp, editText } from '../../shared/sync/describe-op.ts'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp, infoPopUp } from '../../ui/pop-up.ts'

/** Copies the text of an edit to the clipboard. */
export function CopyButton({ op, marathon: { title, entrant } }: { op: Op; marathon: OpMarathon }) {
  return <CopyTextButton text={() => editText(op, title, entrant)} />
}

/** Copies a text to the clipboard. It is made at the tap. */
export function CopyTextButton({ text }: { text: () => string }) {
  const [message, setMessage] = useState('')
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    )
    setMessage(done ? 'Copied' : 'Could not be copied')
  }
  return (
    <Button variant="secondary" onClick={copy}>
      <span aria-live="polite">{message || 'Copy'}</span>
    </Button>
  )
}

type DiscardButtonProps = {
  op: Op
  marathon: OpMarathon
  /** True if the edit was sent and no response came. */
  mayHaveArrived?: boolean
  /** True if the organiser has it and decides. */
  isHandedOver?: boolean
  /** The number of other edits that depend on this one and are discarded with it. */
  countWith?: () => Promise<number>
  /** Discards the edit. @returns what the user must know besides what the question said; null if there is nothing */
  onDiscard: () => Promise<string | null>
}

/** Discards an edit after the user has confirmed it. */
export function DiscardButton(props: DiscardButtonProps) {
  const { op, marathon, mayHaveArrived = false, isHandedOver = false, countWith, onDiscard } = props
  const ask = async () => {
    const others = (await countWith?.()) ?? 0
    const sure = await confirmPopUp({
      title: 'Discard this change?',
      text: [
        `${describeOp(op, marathon.title, marathon.entrant)}.`,
        dependantsMessage(others),
        isHandedOver ? 'It is deleted from this phone. The organiser has it.' : fateMessage(mayHaveArrived, others),
      ]
        .filter(Boolean)
        .join(' '),
      confirm: others > 0 ? 'Yes, discard them' : 'Yes, discard it',
    })
    if (!sure) return
    const message = await onDiscard()
    if (message) await infoPopUp('Changed meanwhile', message, 'warning')
  }
  return (
    <Button variant="danger" onClick={() => withStorageMessage(ask)}>
      Discard
    </Button>
  )
}

/** The text about dependent edits; null if there are none. */
function dependantsMessage(others: number): string | null {
  if (others === 0) return null
  return others === 1 ? '1 other change rests on it and goes too.' : `${others} other changes rest on it and go too.`
}

function fateMessage(mayHaveArrived: boolean, others: number): string {
  if (mayHaveArrived && others > 0) {
    return 'They are deleted from this phone. The first was being sent, and may have arrived already: then it stays.'
  }
  if (others > 0) return 'They are deleted from this phone and never sent.'
  if (!mayHaveArrived) return 'It is deleted from this phone and never sent.'
  return 'It is deleted from this phone. It was being sent, and may have arrived already: then it stays.'
}

/** Runs a write. If it fails, shows that the phone could not store it. */
export async function withStorageMessage(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    await infoPopUp(error.title, error.message, 'warning')
  }
}
