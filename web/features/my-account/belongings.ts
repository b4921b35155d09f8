import { may } from '../../../contract/roles.ts'
import { type AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { countUnsent } from '../../store/outbox.ts'
import { compareBy } from '../../store/rows/compare-by.ts'
import { ownRows } from '../../store/rows/own-rows.ts'
import { readStaff, type StaffView } from '../../store/rows/staff.ts'
import * as texts from '../../texts/compiled/my-account.js'

/** What goes with an account, as far as this phone knows. */
export interface Belongings {
  /** Events that the account owns. */
  events: number
  /** Applications of others to these events. */
  entrants: number
  /** The account's own applications. */
  applications: number
  /** Events of others where it is staff. */
  helping: number
  /** Edits that are not sent, and those that need the user. */
  unsent: number
  /** False before the first sync of this phone is complete: there may be more. */
  isComplete: boolean
}

/** Counts what goes with the account. */
export async function readBelongings(db: AccountDb): Promise<Belongings> {
  const [staffed, applications, unsent, sync] = await Promise.all([
    db.marathons.filter(({ role }) => role !== null).toArray(),
    ownRows(db.applications).count(),
    countUnsent(db),
    db.sync.get('sync'),
  ])
  const own = staffed.filter(({ role }) => may(role, 'own'))
  const entrants = await Promise.all(own.map(({ _id }) => countEntrants(db, _id)))
  const events = own.length
  return {
    events,
    entrants: entrants.reduce((sum, one) => sum + one, 0),
    applications,
    helping: staffed.length - events,
    unsent: unsent.total,
    isComplete: (sync ?? FIRST_SYNC).syncedAt !== null,
  }
}

/** An event of the account with entrants, which somebody else could go on with. */
export interface Handover {
  _id: string
  title: string
  startDate: string
  timeZone: string
  entrants: number
  /** To whom the account may hand it over. */
  organisers: StaffView[]
}

/** The events that the account owns and that have entrants, the first start first. */
export async function readHandovers(db: AccountDb): Promise<Handover[]> {
  const own = await db.marathons.filter(({ role }) => may(role, 'own')).toArray()
  const all = await Promise.all(
    own.map(async ({ _id, title, startDate, timeZone }) => ({
      ...{ _id, title, startDate, timeZone },
      entrants: await countEntrants(db, _id),
      organisers: (await readStaff(db, _id)).filter(({ role }) => role === 'organiser'),
    })),
  )
  return all.filter(({ entrants }) => entrants > 0).sort(compareBy('startDate'))
}

function countEntrants(db: AccountDb, marathonId: string): Promise<number> {
  return Promise.resolve(db.applications.where('[own+marathonId]').equals([0, marathonId]).count())
}

/** What happens when the account is deleted, in sentences. @param isOffline whether the server is told of it later */
export function deletionSentences(has: Belongings, isOffline: boolean): string[] {
  const sentences = [
    !has.isComplete && texts.allDeleted(),
    has.events > 0 && texts.eventsDeleted({ count: has.events }),
    has.entrants > 0 && texts.entrantsKeep({ count: has.entrants }),
    has.applications > 0 && texts.applicationsWithdrawn({ count: has.applications }),
    has.helping > 0 && texts.helpingEnds({ count: has.helping }),
    has.unsent > 0 && texts.unsentDiscarded({ count: has.unsent }),
    texts.devicesLoggedOut(),
    texts.loginDeleted(),
    isOffline && texts.withoutNetwork(),
  ]
  return sentences.filter((sentence) => sentence !== false)
}
