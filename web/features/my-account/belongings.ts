import { type AccountDb, FIRST_SYNC } from '../../data/account-db.ts'
import { countUnsent } from '../../data/outbox.ts'

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

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

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
    !isComplete &&
      'All events and applications that you have are deleted. This device has not fetched all of them yet.',
    events > 0 &&
      `${count(events, 'event of yours is', 'events of yours are')} deleted, with bibs, check-ins and notices.`,
    entrants > 0 &&
      `${count(
        entrants,
        'runner who applied there keeps a copy of the application, and sees',
        'runners who applied there keep a copy of their applications, and see',
      )} that the event was deleted.`,
    applications > 0 &&
      `${count(applications, 'application of yours is', 'applications of yours are')} withdrawn. The places go to the waiting lists.`,
    helping > 0 &&
      `You stop helping at ${count(helping, 'event', 'events')}. The check-ins that you made there stay, without your name.`,
    unsent > 0 &&
      `${count(unsent, 'change', 'changes')} on this device that the server has not accepted ${unsent === 1 ? 'is' : 'are'} discarded.`,
    'All your devices are logged out, and delete what they have of your account when they next reach the server. What they have not sent is lost, check-ins too.',
    'Your login is deleted too if you logged in within the last minutes. Otherwise it is left, without any data, and you are told.',
    'Without a network, this device deletes everything at once, and tells the server as soon as it can. Keep the app until then. If that takes more than a week, the login page asks you again first.',
  ]
  return sentences.filter((sentence) => sentence !== false)
}
