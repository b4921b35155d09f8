import { may } from '../../../contract/roles.ts'
import { type AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { countUnsent } from '../../store/outbox.ts'
import { ownRows } from '../../store/rows/own-rows.ts'
import * as texts from '../../texts/compiled/my-account.js'

/** What goes with an account, as far as this phone knows. */
export interface Belongings {
  /** Events that the account owns. */
  events: number
  /** Applications of others to these events. */
  entrants: number
  /** The account's own applications. */
  applications: number
  /** Events of others where it organises or helps. */
  helping: number
  /** Edits that are not sent, and those that need the user. */
  unsent: number
  /** False before the first sync of this phone is complete: there may be more. */
  isComplete: boolean
}

/** Counts what goes with the account. */
export async function readBelongings(db: AccountDb): Promise<Belongings> {
  const [own, applications, helping, unsent, sync] = await Promise.all([
    ownRows(db.marathons)
      .and(({ role }) => may(role, 'own'))
      .primaryKeys(),
    ownRows(db.applications).count(),
    db.marathons.filter(({ role }) => role !== null && !may(role, 'own')).count(),
    countUnsent(db),
    db.sync.get('sync'),
  ])
  const entrants = await Promise.all(own.map((id) => db.applications.where('[own+marathonId]').equals([0, id]).count()))
  const events = own.length
  return {
    events,
    entrants: entrants.reduce((sum, one) => sum + one, 0),
    applications,
    helping,
    unsent: unsent.total,
    isComplete: (sync ?? FIRST_SYNC).syncedAt !== null,
  }
}

/** What happens when the account is deleted, in sentences. */
export function deletionSentences(has: Belongings): string[] {
  const sentences = [
    !has.isComplete && texts.allDeleted(),
    has.events > 0 && texts.eventsDeleted({ count: has.events }),
    has.entrants > 0 && texts.entrantsKeep({ count: has.entrants }),
    has.applications > 0 && texts.applicationsWithdrawn({ count: has.applications }),
    has.helping > 0 && texts.helpingEnds({ count: has.helping }),
    has.unsent > 0 && texts.unsentDiscarded({ count: has.unsent }),
    texts.devicesLoggedOut(),
    texts.loginDeleted(),
    texts.withoutNetwork(),
  ]
  return sentences.filter((sentence) => sentence !== false)
}
