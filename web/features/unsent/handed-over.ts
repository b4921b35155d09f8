import { withOrganiser } from '../../status/rejection-message.ts'
import type { InboxRecord } from '../../store/account-db.ts'

/** Scans of one event that the server rejected and gave to the organiser, who decides whether they count. */
export interface HandedOver {
  marathonId: string
  /** The rejected scans, oldest first. */
  scans: InboxRecord[]
  /** The rejected ops that take some of these scans back. */
  takenBack: InboxRecord[]
}

/**
 * Sorts rejected edits: those that belong together because the organiser has the scans, and all others. A removed
 * helper may have hundreds of them. One alone is among the others.
 */
export function groupHandedOver(rejected: readonly InboxRecord[]): { groups: HandedOver[]; others: InboxRecord[] } {
  const byMarathon = Map.groupBy(rejected.filter(isScan), ({ op }) => String(op.patch.marathonId))
  const groups = [...byMarathon]
    .map(([marathonId, scans]): HandedOver => {
      const targets = new Set(scans.map(({ target }) => target))
      const isOfThese = ({ target, code, op }: InboxRecord) =>
        code === 'FORBIDDEN' && op.type === 'checkIn.void' && targets.has(target)
      return { marathonId, scans, takenBack: rejected.filter(isOfThese) }
    })
    .filter((group) => itemsOf(group).length > 1)
  const grouped = new Set(groups.flatMap(itemsOf))
  return { groups, others: rejected.filter((item) => !grouped.has(item)) }
}

/** All items of a group. */
export function itemsOf({ scans, takenBack }: HandedOver): InboxRecord[] {
  return [...scans, ...takenBack]
}

/** Has the server kept this edit of who was removed meanwhile, and gave it to the organiser? */
export function isHandedOver({ code, fields }: InboxRecord): boolean {
  return code === 'FORBIDDEN' && withOrganiser(fields) !== undefined
}

function isScan(item: InboxRecord): boolean {
  return item.op.type === 'checkIn.create' && isHandedOver(item)
}

/** The name of the entrant that the phone kept with an edit; '' if it has forgotten it. */
export function nameIn(was: InboxRecord['was']): string {
  return [was?.firstName, was?.lastName].filter((part) => typeof part === 'string').join(' ')
}
