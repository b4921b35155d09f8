import type { AccountDb } from '../../account-db.ts'
import type { Edit } from '../../outbox.ts'
import type { ApplicationView } from '../../overlay.ts'
import { bibKeyOf } from '../entrants.ts'
import { enqueueInParts, type PartOptions } from './enqueue-in-parts.ts'

// Only the organiser's screens load this file.

/** A bib for an entrant, as the organiser wants it; null takes it away. */
export interface WantedBib {
  application: ApplicationView
  bib: string | null
}

/**
 * Queues the bibs of entrants of one marathon, in parts. Where they end between two parts, every entrant has the old or
 * the new bib, but for one at most, who has none. To go on, the bibs are assigned again from the list as it is then.
 * @returns the op ids; empty if every entrant has the wanted bib already
 * @throws PartlySaved if some are stored, StorageFailure if none is
 */
export function assignBibs(db: AccountDb, wanted: readonly WantedBib[], options: PartOptions = {}): Promise<string[]> {
  return enqueueInParts(db, bibSteps(wanted.filter(({ application, bib }) => bib !== application.bib)), options)
}

/**
 * The edits that give each entrant the wanted bib, a step for each entrant. The server decides op after op, so a bib
 * that moves from one of these entrants to another is taken away first, in the step that gives it on. The entrant who
 * lost it is next. So where the ops end between two steps, one entrant at most is without a bib, and where the server
 * refuses one bib, the others do not fail with it.
 */
function bibSteps(changed: readonly WantedBib[]): Edit[][] {
  const holders = Map.groupBy(changed, ({ application }) => bibKeyOf(application))
  // Who only spells the own bib anew waits for nobody.
  const isOwn = ({ application, bib }: WantedBib) => bibKeyOf(application) === bibKeyOf({ bib })
  const given = new Set(changed.flatMap((one) => (one.bib === null || isOwn(one) ? [] : [bibKeyOf(one)])))
  const left = new Set(changed)
  const steps: Edit[][] = []
  const assign = (id: string, bib: string | null, seen: string | null): Edit => {
    return { type: 'application.assignBib', id, patch: { bib }, base: { bib: seen } }
  }
  const follow = (first: WantedBib) => {
    const turn = [{ one: first, seen: first.application.bib }]
    left.delete(first)
    for (let next = turn.pop(); next; next = turn.pop()) {
      const { one, seen } = next
      const freed = one.bib === null ? [] : (holders.get(bibKeyOf(one)) ?? []).filter((holder) => left.has(holder))
      for (const holder of freed) {
        left.delete(holder)
        turn.push({ one: holder, seen: null })
      }
      steps.push([
        ...freed.map(({ application }) => assign(application._id, null, application.bib)),
        ...(one.bib === seen ? [] : [assign(one.application._id, one.bib, seen)]),
      ])
    }
  }
  const isNeeded = ({ application }: WantedBib) => given.has(bibKeyOf(application))
  for (const one of changed) if (!isNeeded(one)) follow(one)
  // What is left are circles, in which every bib is wanted by the next entrant.
  for (const one of changed) if (left.has(one)) follow(one)
  return steps
}
