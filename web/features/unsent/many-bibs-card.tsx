import { useAccount } from '../../data/account-context.tsx'
import { nameIn } from '../../data/handed-over.ts'
import { dismissInboxItems } from '../../data/handle-unsent.ts'
import type { ManyBibs } from '../../data/many-bibs.ts'
import { editText } from '../../shared/sync/describe-op.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp } from '../../ui/pop-up.ts'
import { CopyTextButton, withStorageMessage } from './card-actions.tsx'

/** What the card says of bibs that clash: another phone gave these entrants other bibs, which they have now. */
const CLASHES = {
  badge: 'Needs you',
  message: 'Another phone gave other bibs to these entrants. The list has theirs.',
  button: 'Keep all theirs',
  ask: (count: string) => `Keep theirs for all ${count}?`,
  fate: 'The list of entrants has the bibs of the other phone. Yours are deleted from this phone.',
  confirm: 'Yes, keep theirs',
  variant: 'primary',
} as const

/** What it says of bibs that other entrants have: these entrants did not get them. */
const TAKEN = {
  badge: 'Not accepted',
  message: 'Other entrants have these bibs. Yours keep the bib that they had, or have none.',
  button: 'Discard all',
  ask: (count: string) => `Discard all ${count}?`,
  fate: 'These entrants keep the bib that they had, or have none. Give them other bibs in the list of entrants.',
  confirm: 'Yes, discard them',
  variant: 'danger',
} as const

/** One card for many bibs of one event, because nobody taps on each of thousands. Their own cards come last. */
export function ManyBibsCard({ group: { title, items } }: { group: ManyBibs }) {
  const { db } = useAccount()
  const count = `${items.length.toLocaleString('en-US')} bibs`
  const texts = items[0]?.code === undefined ? CLASHES : TAKEN
  const dismiss = async () => {
    const sure = await confirmPopUp({ title: texts.ask(count), text: texts.fate, confirm: texts.confirm })
    if (sure) await withStorageMessage(() => dismissInboxItems(db, items))
  }
  const text = () => items.map(({ op, was }) => editText(op, title, nameIn(was))).join('\n\n')
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <Badge tone="danger">{texts.badge}</Badge>
      <h3 className="mt-2 text-lg">
        {count} at {title ? `'${title}'` : 'an event'}
      </h3>
      <p className="mt-1">{texts.message} You can decide for all together, or for each on its own card.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant={texts.variant} onClick={dismiss}>
          {texts.button}
        </Button>
        <CopyTextButton text={text} />
      </div>
    </li>
  )
}
