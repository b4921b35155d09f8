import { useAccount } from '../../data/account-context.tsx'
import { type HandedOver, itemsOf, nameIn } from '../../data/handed-over.ts'
import { dismissInboxItems } from '../../data/handle-unsent.ts'
import { useMarathon } from '../../data/marathons.ts'
import type { OpMarathon } from '../../data/op-marathons.ts'
import { editText } from '../../shared/sync/describe-op.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { CopyTextButton, withStorageMessage } from './card-actions.tsx'

type HandedOverCardProps = { group: HandedOver; marathon: OpMarathon }

/** One card for all scans of an event that the organiser decides on. One tap says that they are read. */
export function HandedOverCard({ group, marathon }: HandedOverCardProps) {
  const { db } = useAccount()
  // A helper's entrants do not name their event. Its public row mostly stays on the phone.
  const { title, timeZone } = useMarathon(group.marathonId) ?? marathon
  const { scans, takenBack } = group
  const zone = timeZone || readerTimeZone()
  const count = scans.length === 1 ? '1 scan' : `${scans.length.toLocaleString('en-US')} scans`
  const text = () =>
    itemsOf(group)
      .map(({ op, was }) => editText(op, title, nameIn(was)))
      .join('\n\n')
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <Badge tone="danger">Not accepted</Badge>
      <h3 className="mt-2 text-lg">
        {count} at {title ? `'${title}'` : 'an event'}
      </h3>
      <p className="mt-1">
        {scans.length === 1 ? '1 scan is' : `${count} are`} with the organiser, who decides. You do not help at this
        event any more.
        {takenBack.length > 0 && ` You took back ${takenBack.length.toLocaleString('en-US')} of them.`}
      </p>
      <details className="mt-2">
        <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">What they say</summary>
        <ul className="max-h-80 overflow-y-auto text-sm text-ink-soft">
          {scans.map(({ opId, op, was }) => (
            <li key={opId}>
              {formatDayTime(String(op.patch.at), zone)}
              {op.patch.gate ? `, gate ${op.patch.gate}` : ''}
              {nameIn(was) && `, ${nameIn(was)}`}
            </li>
          ))}
        </ul>
      </details>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => withStorageMessage(() => dismissInboxItems(db, itemsOf(group)))}>OK</Button>
        <CopyTextButton text={text} />
      </div>
    </li>
  )
}
