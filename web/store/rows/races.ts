import { helps, organises } from '../../../contract/roles.ts'
import { useAccountOrNull } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import type { ApplicationView, Author, MarathonView } from '../overlay.ts'
import { readMyApplications } from './applications.ts'
import { compareBy } from './compare-by.ts'
import { readHelping, readMarathons } from './marathons.ts'

/**
 * A marathon that the user runs in, organises or helps at, with the user's own applications to it. A family may share an
 * account, so there can be several.
 */
export interface Race {
  marathonId: string
  title: string
  startDate: string
  /** The marathon's time zone; the phone's, if the marathon is not on this phone. */
  timeZone: string
  location: string
  /** Why the marathon is cancelled; null if it takes place, as far as this phone knows. */
  cancelled: string | null
  /** Null if this phone does not have the marathon: it was deleted, or was never synced. */
  marathon: MarathonView | null
  applications: ApplicationView[]
}

const MAX_OWN_MARATHONS = 500

/** The user's races, soonest first, live. Undefined until they are read, empty for visitors. */
export function useRaces(): Race[] | undefined {
  const account = useAccountOrNull()
  const read = useLiveRead(
    async () => ({ db: account?.db, races: account ? await readRaces(account.db, account.author) : [] }),
    [account?.db],
  )
  // Races that were read for another account, or without one, are not shown.
  return read && read.db === account?.db ? read.races : undefined
}

/** Does the user check people in at this race, as its organiser or as a helper? */
export function isStaffAt({ marathon }: Pick<Race, 'marathon'>): boolean {
  return Boolean(organises(marathon) || helps(marathon))
}

/** Reads the user's races, soonest first. */
export async function readRaces(db: AccountDb, author: Author): Promise<Race[]> {
  const [applications, own, helping] = await Promise.all([
    readMyApplications(db, author),
    readMarathons(db, author, { sort: 'desc', mine: true, limit: MAX_OWN_MARATHONS }),
    readHelping(db),
  ])
  const races = new Map([...own.rows, ...helping].map((marathon) => [marathon._id, toRace(marathon)]))
  for (const { application, marathon } of applications) {
    const race = races.get(application.marathonId) ?? (marathon ? toRace(marathon) : fromCopy(application))
    race.applications.push(application)
    races.set(race.marathonId, race)
  }
  return [...races.values()].sort(compareBy('startDate'))
}

function toRace(marathon: MarathonView): Race {
  const { _id: marathonId, title, startDate, timeZone, location, cancelled } = marathon
  return { marathonId, title, startDate, timeZone, location, cancelled, marathon, applications: [] }
}

/** A race from the runner's own copy, for a marathon that is not on this phone. */
function fromCopy({ marathonId, title, startDate, location }: ApplicationView): Race {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { marathonId, title, startDate, timeZone, location, cancelled: null, marathon: null, applications: [] }
}
