import { type SQL, sql } from 'drizzle-orm'
import { MAX_LISTED_ENTRIES, MAX_LISTED_RECORDINGS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { type Answers, answerField, questionsOf } from '../../contract/questions/questions.ts'
import {
  type PublishedEntry,
  type PublishedRow,
  publishedEntriesOf,
  publishedRows,
} from '../../contract/results/public-list.ts'
import { type ResultEntry, splitsOf } from '../../contract/results/recording.ts'
import { type RecordedRow, type RuledRow, resultInput } from '../../contract/results/result-rows.ts'
import { resultsOf } from '../../contract/results/results.ts'
import { allRows, type MarathonRow, rowsOf, runBatch } from '../db/client.ts'
import { cells, IS_HERE, isTooLarge, listed, parsed, RECORDING, RULING } from '../reads/results.ts'

// What a list of results that is shown to everybody, or signed, is made of: the rows of the race, and names.

/** A marathon as its list needs it. */
export type Race = Pick<
  MarathonRow,
  | 'id'
  | 'title'
  | 'location'
  | 'startDate'
  | 'timeZone'
  | 'distance'
  | 'questions'
  | 'categories'
  | 'splits'
  | 'results'
  | 'hiddenAt'
  | 'ver'
> & {
  /** What the list rests on, as one text: it is another one after each change. */
  stamp: string
}

/** An entry as a list needs it. Its bib is as it is compared, and `writtenBib` as it is written. */
interface RaceEntry extends ResultEntry {
  writtenBib: string | null
  firstName: string
  lastName: string
  hidesName: boolean
  ownerUid: string | null
  /** Has the nightly run erased the name and the answers? An edit after it brings none of them back. */
  isErased: boolean
}

const highest = (table: string) => `coalesce((SELECT max(seq) FROM ${table} x WHERE x.marathon_id = m.id), 0)`
const STAMPED = ['recording', 'ruling', 'application', 'result', 'correction']

/**
 * SQL for the stamp of `marathon m`. Each written row has a new seq. Rows are deleted with their marathon alone, but for
 * entries, and then the marathon's numbers, and so its seq, change, or another entry takes the place.
 */
export const STAMP = sql.raw(`concat_ws('.', ${STAMPED.map(highest).join(', ')}, m.seq)`)

/** The part of a stamp that changes with what a list says of people, such as a hidden name, and not with their times. */
export const peopleOf = (stamp: string): string => stamp.split('.').slice(2).join('.')

/** The marathon of a list, by one cheap statement; undefined for an unknown one. @param more SQL for other columns */
export async function readRace<More = unknown>(
  d1: D1Database,
  marathonId: string,
  more: SQL = sql``,
): Promise<(Race & More) | undefined> {
  const [race] = await allRows<Race & More>(
    d1,
    sql`SELECT m.id, m.title, m.location, m.start_date AS startDate, m.time_zone AS timeZone, m.distance, m.questions, m.categories,
        m.splits, m.results, m.hidden_at AS hiddenAt, m.ver, ${STAMP} AS stamp ${more}
      FROM marathon m WHERE m.id = ${marathonId}`,
  )
  return race
}

/** What is read of a race: entries, recordings and rulings. */
export interface RaceRows {
  entries: (RaceEntry & Answers)[]
  recordings: RecordedRow[]
  rulings: RuledRow[]
}

/**
 * Reads the rows of a race in one transaction.
 * @param charge gets the characters that were read, whatever comes of them
 * @returns undefined if something has changed since `race` was read
 * @throws Problem TOO_LARGE for more rows than a worker can hold
 */
export async function readRaceRows(
  d1: D1Database,
  race: Race,
  charge: (characters: number) => void = () => undefined,
): Promise<RaceRows | undefined> {
  const { recordings, rulings, entries } = listed(race.id)
  const found = await runBatch(d1, [
    sql`SELECT ${STAMP} AS stamp, ${isTooLarge(race.id)} AS isTooLarge FROM marathon m WHERE m.id = ${race.id}`,
    cells(RECORDING, sql`c.seq`, recordings),
    cells(RULING, sql`q.seq`, rulings),
    cells(entryJson(race), sql`a.seq`, entries),
  ])
  const [ofRecordings, ofRulings, ofEntries] = found
    .slice(1)
    .map((one) => rowsOf<{ json: string }>(one).map(({ json }) => json))
  const texts = [ofRecordings, ofRulings, ofEntries].flatMap((list = []) => list)
  charge(texts.reduce((sum, { length }) => sum + length, 0))
  const [now] = rowsOf<{ stamp: string; isTooLarge: 0 | 1 }>(found[0])
  if (now?.isTooLarge) {
    const most = `${MAX_LISTED_RECORDINGS} recordings or ${MAX_LISTED_ENTRIES} entries`
    throw new Problem('TOO_LARGE', `There are more than ${most}.`)
  }
  if (now?.stamp !== race.stamp) return undefined
  return {
    recordings: parsed<RecordedRow>(ofRecordings),
    rulings: parsed<RuledRow>(ofRulings),
    entries: parsed<RaceEntry & Answers>(ofEntries),
  }
}

/** SQL for what a list needs of `application a`: of the answers those alone that decide about sex and category. */
function entryJson({ questions }: Race): SQL {
  const asked = questionsOf({ questions }).filter(({ kind }) => kind === 'sex' || kind === 'birthYear')
  const answers = asked.map(({ id }) =>
    sql.raw(`, '${answerField(id)}', iif(a.answers = '', '', coalesce(a.answers->>'${id}', ''))`),
  )
  return sql`json_object('id', a.id, 'bib', coalesce(a.bib_key, ''), 'isHere', json(iif(${IS_HERE}, 'true', 'false')),
    'writtenBib', a.bib, 'firstName', a.first_name, 'lastName', a.last_name,
    'hidesName', json(iif(a.hides_name, 'true', 'false')), 'ownerUid', a.owner_uid,
    'isErased', json(iif(a.erased_at IS NULL AND a.first_name <> '', 'false', 'true')) ${sql.join(answers, sql``)})`
}

/**
 * Does a recording or a ruling say that an entry was here? The check-ins are erased 180 days after the event, and then
 * everybody who registered would have started.
 */
export const isRecorded = ({ state, splits }: PublishedRow): boolean => state !== 'started' || splits.length > 0

/** Tries at reading rows of one state of a race. */
const TRIES = 5

/** Runs an attempt until it gives something else than undefined. @throws Problem UNAVAILABLE after some attempts */
export async function untilUnchanged<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await attempt()
    if (found !== undefined) return found
  }
  throw new Problem('UNAVAILABLE', 'The results change too fast to be read.', { retryAfterSeconds: 1 })
}

/**
 * The list of a race, and its gun.
 * @param known what the list says of entries that do not say it themselves any more, by id
 */
export function listOfRace(
  race: Race,
  { entries, recordings, rulings }: RaceRows,
  known: ReadonlyMap<string, PublishedEntry> = new Map(),
): { rows: PublishedRow[]; gun: number | null } {
  const entryOf = publishedEntriesOf(race)
  const list = resultsOf(resultInput({ splits: splitsOf(race), recordings, rulings, entries }))
  const published = entries.map(
    (entry) => known.get(entry.id) ?? entryOf({ ...entry, _id: entry.id, bib: entry.writtenBib }),
  )
  return { rows: publishedRows(list, published), gun: list.gun }
}
