import type { Op } from '../../../contract/sync.ts'
import { editText } from '../../status/describe-op.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { dismissInboxItems } from '../../store/handle-unsent.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/unsent.js'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { type HandedOver, itemsOf, nameIn } from './handed-over.ts'

type HandedOverCardProps = { group: HandedOver; marathon: OpMarathon }

/** One card for all scans of an event that the organiser decides on. One tap says that they are read. */
export function HandedOverCard({ group, marathon }: HandedOverCardProps) {
  const { db } = useAccount()
  // A helper's entrants do not name their event. Its public row mostly stays on the phone.
  const { title, timeZone } = useMarathon(group.marathonId) ?? marathon
  const { scans, takenBack } = group
  const zone = timeZone || readerTimeZone()
  const count = scans.length
  const text = () =>
    itemsOf(group)
      .map(({ op, was }) => editText(op, title, nameIn(was)))
      .join('\n\n')
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <Badge tone="danger">{texts.notAccepted()}</Badge>
      <h3 className="mt-2 text-lg">{texts.scansAt({ count, known: title ? 'title' : 'none', title })}</h3>
      <p className="mt-1">
        {texts.scansHandedOver({ count }) +
          (takenBack.length > 0 ? ` ${texts.scansTakenBack({ count: takenBack.length })}` : '')}
      </p>
      <details className="mt-2">
        <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">{texts.whatTheySay()}</summary>
        <ul className="max-h-80 overflow-y-auto text-sm text-ink-soft">
          {scans.map(({ opId, op, was }) => (
            <li key={opId}>{scanText(op, nameIn(was), zone)}</li>
          ))}
        </ul>
      </details>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => withStorageMessage(() => dismissInboxItems(db, itemsOf(group)))}>{common.ok()}</Button>
        <CopyButton text={text} />
      </div>
    </li>
  )
}

/** When and where an entrant was scanned, and who, as far as it is known. */
function scanText({ patch }: Op, name: string, zone: string): string {
  const gate = patch.gate ? String(patch.gate) : ''
  let known = name ? 'name' : 'none'
  if (gate) known = name ? 'both' : 'gate'
  return texts.scan({ known, time: formatDayTime(String(patch.at), zone), gate, name })
}
