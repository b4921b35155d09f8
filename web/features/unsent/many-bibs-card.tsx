import { editText } from '../../status/describe-op.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { dismissInboxItems } from '../../store/handle-unsent.ts'
import * as texts from '../../texts/compiled/unsent.js'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { confirmPopUp } from '../../ui/dialogs/pop-up.ts'
import { nameIn } from './handed-over.ts'
import type { ManyBibs } from './many-bibs.ts'

/** What the card says of bibs that clash: another phone gave these entrants other bibs, which they have now. */
const CLASHES = {
  badge: texts.needsYou,
  message: texts.bibsClash,
  button: texts.keepAllTheirs,
  ask: texts.bibsClashAsk,
  fate: texts.bibsClashFate,
  confirm: texts.bibsClashConfirm,
  variant: 'primary',
} as const

/** What it says of bibs that other entrants have: these entrants did not get them. */
const TAKEN = {
  badge: texts.notAccepted,
  message: texts.bibsTaken,
  button: texts.bibsTakenDiscard,
  ask: texts.bibsTakenAsk,
  fate: texts.bibsTakenFate,
  confirm: texts.discardThem,
  variant: 'danger',
} as const

/** One card for many bibs of one event, because nobody taps on each of thousands. Their own cards come last. */
export function ManyBibsCard({ group: { title, items } }: { group: ManyBibs }) {
  const { db } = useAccount()
  const count = items.length
  const words = items[0]?.code === undefined ? CLASHES : TAKEN
  const dismiss = async () => {
    const sure = await confirmPopUp({ title: words.ask({ count }), text: words.fate(), confirm: words.confirm() })
    if (sure) await withStorageMessage(() => dismissInboxItems(db, items))
  }
  const text = () => items.map(({ op, was }) => editText(op, title, nameIn(was))).join('\n\n')
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <Badge tone="danger">{words.badge()}</Badge>
      <h3 className="mt-2 text-lg">{texts.bibsAt({ count, known: title ? 'title' : 'none', title })}</h3>
      <p className="mt-1">{words.message()}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant={words.variant} onClick={dismiss}>
          {words.button()}
        </Button>
        <CopyButton text={text} />
      </div>
    </li>
  )
}
