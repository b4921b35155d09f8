import { type AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { countUnsent } from '../../store/outbox.ts'
import * as texts from '../../texts/compiled/my-account.js'

/** What goes with an account, as far as this phone knows. */
export interface Belongings {
  /** Events that the account organises. */
  events: number
  /** Applications of others to these events. */
  entrants: number
  /** The account's own applications. */
  applications: number
  /** Events where it helps. */
  helping: number
  /** Edits that are not sent, and those that need the user. */
  unsent: number
  /** False before the first sync of this phone is complete: there may be more. */
  isComplete: boolean
}

/** The range of an account's own rows in the index `[own+createdAt]`. */
const OWN = [
  [1, ''],
  [1, '\uffff'],
] as const

/** Counts what goes with the account. */
export async function readBelongings(db: AccountDb): Promise<Belongings> {
  const [own, applications, helping, unsent, sync] = await Promise.all([
    db.marathons
      .where('[own+createdAt]')
      .between(...OWN)
      .primaryKeys(),
    db.applications
      .where('[own+createdAt]')
      .between(...OWN)
      .count(),
    db.marathons.filter((marathon) => marathon.helping === true).count(),
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
export function deletionSentences({
  events,
  entrants,
  applications,
  helping,
  unsent,
  isComplete,
}: Belongings): string[] {
  const sentences = [
    !isComplete && texts.allDeleted(),
    events > 0 && texts.eventsDeleted({ count: events }),
    entrants > 0 && texts.entrantsKeep({ count: entrants }),
    applications > 0 && texts.applicationsWithdrawn({ count: applications }),
    helping > 0 && texts.helpingEnds({ count: helping }),
    unsent > 0 && texts.unsentDiscarded({ count: unsent }),
    texts.devicesLoggedOut(),
    texts.loginDeleted(),
    texts.withoutNetwork(),
  ]
  return sentences.filter((sentence) => sentence !== false)
}
