import type { Op } from '../../../contract/sync.ts'
import { describeOp, editText } from '../../status/describe-op.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/unsent.js'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { confirmPopUp, infoPopUp } from '../../ui/dialogs/pop-up.ts'

/** Copies the text of an edit to the clipboard. */
export function CopyEditButton({ op, marathon }: { op: Op; marathon: OpMarathon }) {
  return <CopyButton text={() => editText(op, marathon.title, marathon.entrant, marathon.asked)} />
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
      title: texts.discardAsk(),
      text: [
        texts.discardWhat({ change: describeOp(op, marathon.title, marathon.entrant, marathon.asked) }),
        dependantsMessage(others),
        isHandedOver ? texts.discardHandedOver() : fateMessage(mayHaveArrived, others),
      ]
        .filter(Boolean)
        .join(' '),
      confirm: others > 0 ? texts.discardThem() : texts.discardIt(),
    })
    if (!sure) return
    const message = await onDiscard()
    if (message) await infoPopUp(texts.changedMeanwhile(), message, 'warning')
  }
  return (
    <Button variant="danger" onClick={() => withStorageMessage(ask)}>
      {common.discard()}
    </Button>
  )
}

/** The text about dependent edits; null if there are none. */
function dependantsMessage(others: number): string | null {
  return others === 0 ? null : texts.discardDependants({ count: others })
}

function fateMessage(mayHaveArrived: boolean, others: number): string {
  if (others > 0) return mayHaveArrived ? texts.discardSentWithOthers() : texts.discardWithOthers()
  return mayHaveArrived ? texts.discardSent() : texts.discardUnsent()
}
