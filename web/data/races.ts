import { useLiveQuery } from 'dexie-react-hooks'
import { useAccountOrNull } from './account-context.tsx'
import type { AccountDb } from './account-db.ts'
import { readMyApplications } from './applications.ts'
import { compareBy } from './compare-by.ts'
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
  marathon: MarathonView | null
  applications: ApplicationView[]
}

const MAX_OWN_MARATHONS = 500

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
  const [applications, own] = await Promise.all([
    readMyApplications(db, author),
    readMarathons(db, author, { sort: 'desc', mine: true, limit: MAX_OWN_MARATHONS }),
  ])
  const races = new Map(own.rows.map((marathon) => [marathon._id, toRace(marathon)]))
  for (const { application, marathon } of applications) {
    const race = races.get(application.marathonId) ?? (marathon ? toRace(marathon) : fromCopy(application))
    race.applications.push(application)
    races.set(race.marathonId, race)
  }
  return [...races.values()].sort(compareBy('startDate'))
}

function toRace(marathon: MarathonView): Race {
  const { _id: marathonId, title, startDate, timeZone, location } = marathon
  return { marathonId, title, startDate, timeZone, location, marathon, applications: [] }
}

/** The runner's own copy, where the event itself is not here. */
function fromCopy({ marathonId, title, startDate, location }: ApplicationView): Race {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { marathonId, title, startDate, timeZone, location, marathon: null, applications: [] }
}
