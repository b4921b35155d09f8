import { env } from 'cloudflare:workers'
import { digestOf } from '../../contract/results/public-list.ts'
import { listOfRace, readRace, readRaceRows } from '../results/race.ts'

/** The digest of the list of results that an organiser's phone has now. */
export async function digestNow(marathonId: string): Promise<string> {
  const race = await readRace(env.DB, marathonId)
  const read = race && (await readRaceRows(env.DB, race))
  return digestOf(race && read ? listOfRace(race, read).rows : [])
}
