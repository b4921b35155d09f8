import { useAccount } from '../../data/account-context.tsx'
import type { InboxRecord } from '../../data/account-db.ts'
import { dismissInboxItems, nameIn } from '../../data/handed-over.ts'
import { editText } from '../../shared/sync/describe-op.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp } from '../../ui/pop-up.ts'
import { CopyTextButton, withStorageMessage } from './card-actions.tsx'

/** From this number on, bibs can be decided together. */
const MANY = 5

/**
 * One card for all bibs of these items that another phone gave otherwise. Two phones that assign all bibs offline make
 * thousands of them, and nobody taps on each. The cards of single ones follow it. Renders nothing for a few.
 */
export function ManyBibsCard({ items }: { items: readonly InboxRecord[] }) {
  const { db } = useAccount()
  const bibs = items.filter(({ op, code }) => op.type === 'application.assignBib' && (!code || code === 'BIB_TAKEN'))
  if (bibs.length < MANY) return null
  const count = `${bibs.length.toLocaleString('en-US')} bibs`
  const isRefused = bibs[0]?.code !== undefined
  const keepTheirs = async () => {
    const sure = await confirmPopUp({
      title: `Keep theirs for all ${count}?`,
      text: 'The list of entrants has the bibs of the other phone. Yours are deleted from this phone.',
      confirm: 'Yes, keep theirs',
    })
    if (sure) await withStorageMessage(() => dismissInboxItems(db, bibs))
  }
  const text = () => bibs.map(({ op, was }) => editText(op, '', nameIn(was))).join('\n\n')
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <Badge tone="danger">{isRefused ? 'Not accepted' : 'Needs you'}</Badge>
      <h3 className="mt-2 text-lg">{count}</h3>
      <p className="mt-1">
        {isRefused
          ? 'Another phone gave these bibs to other entrants.'
          : 'Another phone gave other bibs to these entrants.'}{' '}
        The list has theirs. You can decide for all together, or for each below.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={keepTheirs}>Keep all theirs</Button>
        <CopyTextButton text={text} />
      </div>
    </li>
  )
}
