import { useLiveQuery } from 'dexie-react-hooks'
import { useAccountOrNull } from './account-context.tsx'
import type { AccountDb } from './account-db.ts'
import { readEntries } from './applications.ts'
import { by } from './compare-by.ts'
import { readMarathons } from './marathons.ts'
import type { ApplicationView, Author, MarathonView } from './overlay.ts'

/** An event one runs in or holds, with one's own entries (a family shares an account). */
export interface Race {
  marathonId: string
  title: string
  startDate: string
  /** The event's zone; where the event is not here, the phone's. */
  timeZone: string
  location: string
  /** Null where the phone does not have it: deleted, or never synced. */
  event: MarathonView | null
  entries: ApplicationView[]
}

const MOST_OWN_EVENTS = 500

/** One's races, soonest first, live; undefined until read, empty for visitors. */
export function useRaces(): Race[] | undefined {
  const account = useAccountOrNull()
  const read = useLiveQuery(
    async () => ({ db: account?.db, races: account ? await readRaces(account.db, account.author) : [] }),
    [account?.db],
  )
  // What was read of another account, or of none, says nothing about this one.
  return read && read.db === account?.db ? read.races : undefined
}

export async function readRaces(db: AccountDb, author: Author): Promise<Race[]> {
  const [entries, own] = await Promise.all([
    readEntries(db, author),
    readMarathons(db, author, { sort: 'desc', mine: true, limit: MOST_OWN_EVENTS }),
  ])
  const races = new Map(own.rows.map((event) => [event._id, toRace(event)]))
  for (const { application, marathon } of entries) {
    const race = races.get(application.marathonId) ?? (marathon ? toRace(marathon) : fromCopy(application))
    race.entries.push(application)
    races.set(race.marathonId, race)
  }
  return [...races.values()].sort(by('startDate'))
}

function toRace(event: MarathonView): Race {
  const { _id: marathonId, title, startDate, timeZone, location } = event
  return { marathonId, title, startDate, timeZone, location, event, entries: [] }
}

/** The runner's own copy, where the event itself is not here. */
function fromCopy({ marathonId, title, startDate, location }: ApplicationView): Race {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { marathonId, title, startDate, timeZone, location, event: null, entries: [] }
}
