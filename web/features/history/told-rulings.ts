import type { SyncRuling } from '../../../contract/results/recording-schema.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import { rulingSentence } from '../../marathon/results/ruling-sentence.ts'
import type { AccountDb } from '../../store/account-db.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/history.js'

type Told = { words: string; bib: string }

/**
 * What the rulings of a marathon say that this phone has, by their ids, with the name of who has the bib ('' for nobody).
 * Null for one that another one says too.
 */
export async function readRulings(
  db: AccountDb,
  { _id: marathonId, timeZone }: Pick<MarathonView, '_id' | 'timeZone'>,
): Promise<ReadonlyMap<string, { words: string; name: string } | null>> {
  const rulings = await db.rulings.where('marathonId').equals(marathonId).toArray()
  const ids = [...new Set(rulings.flatMap(({ recordingId }) => recordingId ?? []))]
  const bibs = [...new Set(rulings.map(({ bib }) => bib))].map((bib) => [marathonId, bib])
  const [recordings, entrants] = await Promise.all([
    db.recordings.bulkGet(ids),
    db.applications.where('[marathonId+bib]').anyOf(bibs).toArray(),
  ])
  const times = new Map(recordings.flatMap((one) => (one ? [[one._id, one.at]] : [])))
  const names = new Map(entrants.map((one) => [one.bib, entrantName(one)]))
  const told = [...rulingWords(rulings, times, timeZone)]
  return new Map(told.map(([id, one]) => [id, one && { words: one.words, name: names.get(one.bib) ?? '' }]))
}

/**
 * What rulings say, and of which bib, by their ids. One answer of an organiser may be several rulings: null for one that
 * says what another one of the same answer says, or only that a doubt was seen.
 * @param rulings all that this phone has of a marathon
 * @param times when the recordings were, ISO 8601, by their ids
 */
function rulingWords(
  rulings: readonly SyncRuling[],
  times: ReadonlyMap<string, string>,
  timeZone: string,
): ReadonlyMap<string, Told | null> {
  const known = new Map(rulings.map((one) => [one._id, one]))
  /** The ruling itself, or the one that it takes back, which may not be on this phone. */
  const meantBy = (one: SyncRuling) => (one.kind === 'undo' ? known.get(one.rulingId ?? '') : one)
  const told = new Map<string, Told | null>()
  for (const answer of Map.groupBy(rulings, ({ at, by }) => `${at} ${by}`).values()) {
    const isMore = answer.some((one) => meantBy(one)?.kind !== 'seen')
    const said = new Set<string>()
    for (const one of answer) {
      const meant = meantBy(one)
      const sentence = meant ? rulingSentence(meant, times, timeZone) : ''
      const words = one.kind === 'undo' ? texts.rulingTakenBack({ known: sentence ? 'yes' : 'no', sentence }) : sentence
      const isSaid = said.has(words) || (isMore && meant?.kind === 'seen')
      told.set(one._id, isSaid ? null : { words, bib: meant?.bib ?? '' })
      said.add(words)
    }
  }
  return told
}
