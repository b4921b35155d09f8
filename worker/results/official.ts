import { sql } from 'drizzle-orm'
import { invalid } from '../../contract/invalid.ts'
import { MAX_CORRECTIONS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import {
  digestOf,
  factsOf,
  isPublic,
  type OfficialFacts,
  type PublishedRow,
} from '../../contract/results/public-list.ts'
import type { Differences } from '../../contract/results/public-list-schema.ts'
import { may, type Role } from '../../contract/roles.ts'
import { bibKey } from '../../contract/text/bib.ts'
import { isSeen } from '../../contract/text/plain-text.ts'
import { allRows } from '../db/client.ts'
import { RESULTS_CORRECTED, RESULTS_OFFICIAL } from '../ops/decide/notice-text.ts'
import { commit, type GuardedWrite, roleAt, spentBy, stillIs, writeGuarded } from '../ops/guarded-write.ts'
import { ENTRANT_COST_MS, OP_COST_MS } from '../ops/op-budget.ts'
import { guard } from '../ops/write-guards.ts'
import { type CommittedNotice, trimStatements } from '../ops/write-ops.ts'
import { jsonParameters } from '../ops/written-rows.ts'
import { assertMayRead, readerOf } from '../pull/read-budget.ts'
import { correctionsOf, PUBLISHED, parsedCorrections } from './published-list.ts'
import {
  isRecorded,
  listOfRace,
  type Race,
  type RaceRows,
  readRace,
  readRaceRows,
  STAMP,
  untilUnchanged,
} from './race.ts'

/** Charges the account for the characters that a call has read, whatever comes of it. */
type Charge = (characters: number) => void

/** What a call made official. */
interface Official {
  rows: number
  corrected: number
  /** Of the commit; 0 if nothing changed. */
  seq: number
  /** The notice that tells it. */
  notices: CommittedNotice[]
}

/**
 * Makes the list of results official: its rows are kept as they are now. The server makes the list, and the organiser
 * signs it by its digest. Another call with a reason corrects rows that differ; each has a `correction`, which everybody
 * reads. Names, and rows of entries that have left, stay as they were.
 * @throws Problem NOT_FOUND, FORBIDDEN, RATE_LIMITED, TOO_LARGE; STALE if the list is another one than the organiser saw;
 *   INVALID for a list without rows, and for a correction without a reason, or above
 *   MAX_CORRECTIONS; UNAVAILABLE
 */
export function makeOfficial(
  write: GuardedWrite,
  marathonId: string,
  { digest, reason }: { digest: string; reason: string },
  charge: Charge,
): Promise<Official> {
  const { d1, actor, now } = write
  return writeGuarded(async () => {
    const { race, read } = await untilUnchanged(() => readSigned(write, marathonId, charge))
    const isCorrection = race.results === 'official'
    if (isCorrection && !isSeen(reason)) throw invalid({ reason: { code: 'REQUIRED' } })
    const before = isCorrection ? await readOfficial(d1, marathonId) : []
    const seen = listOfRace(race, read).rows
    if (digestOf(seen) !== digest) throw new Problem('STALE', 'The list of results is another one by now.')
    const next = nextRows(race, read, seen, before)
    if (next.changed.length === 0) {
      if (isCorrection) return { rows: 0, corrected: 0, seq: 0, notices: [] }
      // It cannot be taken back, and each runner would be a correction.
      throw invalid({ rows: { code: 'AT_LEAST', values: { min: 1 } } })
    }
    const at = new Date(now).toISOString()
    const rows = next.changed.map((row, index) => ({ ...row, splits: JSON.stringify(row.splits), offset: index + 1 }))
    const corrections = isCorrection ? next.corrections : []
    if (corrections.length > 0 && race.corrected + corrections.length > MAX_CORRECTIONS)
      throw invalid({ corrections: { code: 'AT_MOST', values: { max: MAX_CORRECTIONS } } })
    const numbered = corrections.map((one, index) => ({ ...one, offset: rows.length + index + 1 }))
    // Behind them the marathon, the record in its history, the notice, and the tombstone of one that is too old.
    const ofMarathon = rows.length + numbered.length + 1
    const seqs = ofMarathon + 3
    const clock = sql`(SELECT seq FROM clock)`
    const { kind, text, parts, urgent } = isCorrection ? RESULTS_CORRECTED : RESULTS_OFFICIAL
    const noticeId = crypto.randomUUID()
    const type = isCorrection ? 'results.correct' : 'results.official'
    const seq = await commit(
      write,
      race.spentUntil,
      [
        // The clock moves at the end, so the seqs of the rows count from what it was.
        guard(sql`SELECT NULL FROM marathon m WHERE m.id = ${marathonId} AND ${STAMP} <> ${race.stamp}`),
        stillIs(actor, race.role, marathonId),
        ...jsonParameters(rows).map(
          (
            json,
          ) => sql`INSERT INTO result (id, marathon_id, owner_uid, title, start_date, time_zone, distance, bib, name,
              hides_name, sex, category, state, time, place, sex_place, category_place, finishers, splits, reason,
              official_at, ver, seq)
            SELECT e.value->>'id', ${marathonId}, e.value->>'ownerUid', ${race.title}, ${race.startDate},
              ${race.timeZone}, ${race.distance}, e.value->>'bib', e.value->>'name', e.value->>'hidesName',
              e.value->>'sex', e.value->>'category', e.value->>'state', e.value->>'time', e.value->>'place',
              e.value->>'sexPlace', e.value->>'categoryPlace', ${next.finishers}, e.value->>'splits',
              e.value->>'reason', ${at}, 1, (SELECT seq FROM clock) + (e.value->>'offset')
            FROM json_each(${json}) e WHERE true
            ON CONFLICT (id) DO UPDATE SET bib = excluded.bib, sex = excluded.sex, category = excluded.category,
              state = excluded.state, time = excluded.time, place = excluded.place, sex_place = excluded.sex_place,
              category_place = excluded.category_place, finishers = excluded.finishers, splits = excluded.splits,
              reason = excluded.reason, ver = ver + 1, seq = excluded.seq`,
        ),
        ...jsonParameters(numbered).map(
          (
            json,
          ) => sql`INSERT INTO correction (id, marathon_id, entry_id, at, by_name, by_uid, reason, before, after, seq)
            SELECT e.value->>'id', ${marathonId}, e.value->>'entryId', ${at}, ${actor.name}, ${actor.uid}, ${reason},
              e.value->>'before', e.value->>'after', (SELECT seq FROM clock) + (e.value->>'offset')
            FROM json_each(${json}) e`,
        ),
        sql`UPDATE marathon SET results = 'official', ver = ver + 1, seq = ${clock} + ${ofMarathon} WHERE id = ${marathonId}`,
        // It is no op. The history of the marathon is a view of the op records, and has it too.
        sql`INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content, marathon_id, fields, by_name)
          VALUES (${crypto.randomUUID()}, ${actor.uid}, ${clock} + ${ofMarathon + 1}, ${type}, ${marathonId},
            '{"status":"applied"}', 1, ${at}, '', ${marathonId}, '[]', ${actor.name})`,
        sql`INSERT INTO notice (id, marathon_id, kind, text, parts, urgent, at, by_name, by_uid, ver, seq)
          VALUES (${noticeId}, ${marathonId}, ${kind}, ${text}, ${parts}, ${urgent}, ${at}, '', ${actor.uid}, 1,
            ${clock} + ${ofMarathon + 2})`,
        ...trimStatements({ marathonId, toUid: null, count: 1, first: seqs }, at),
        sql`UPDATE clock SET seq = seq + ${seqs} WHERE id = 1 RETURNING seq`,
      ],
      OP_COST_MS + rows.length * ENTRANT_COST_MS,
    )
    const notices = [{ id: noticeId, marathonId, kind, urgent: urgent === 1, to: null }]
    return { rows: rows.length, corrected: numbered.length, seq, notices }
  })
}

/**
 * What a correction would change now, to be shown before it is made: by the same rules, and with the digest that it sends.
 * Nothing where nothing is official.
 * @throws Problem NOT_FOUND, FORBIDDEN, RATE_LIMITED, TOO_LARGE, UNAVAILABLE
 */
export async function differencesOf(write: GuardedWrite, marathonId: string, charge: Charge): Promise<Differences> {
  const { race, read } = await untilUnchanged(() => readSigned(write, marathonId, charge))
  const seen = listOfRace(race, read).rows
  const digest = digestOf(seen)
  if (race.results !== 'official') return { digest, changes: [], moved: 0, corrections: [] }
  const next = nextRows(race, read, seen, await readOfficial(write.d1, marathonId))
  const changes = next.corrections.map(({ entryId, before, after }) => ({
    entry: entryId,
    before: before === '' ? null : (JSON.parse(before) as OfficialFacts),
    after: JSON.parse(after) as OfficialFacts,
  }))
  const corrections = parsedCorrections(await allRows<{ json: string }>(write.d1, correctionsOf(marathonId)))
  return { digest, changes, moved: next.changed.length - changes.length, corrections }
}

/** The race, what the account is there, and the rows; undefined if it changed between two reads. */
async function readSigned({ d1, actor, now, isLimited }: GuardedWrite, marathonId: string, charge: Charge) {
  const more = sql`, ${roleAt(actor)} AS role, ${spentBy(actor)} AS spentUntil,
    (SELECT spent_until FROM op_budget WHERE uid = ${readerOf(actor.uid)}) AS readUntil,
    (SELECT count(*) FROM correction k WHERE k.marathon_id = m.id) AS corrected`
  type More = { role: Role | null; spentUntil: number | null; readUntil: number | null; corrected: number }
  const race = await readRace<More>(d1, marathonId, more)
  if (!race) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (!may(race.role, 'organise')) throw new Problem('FORBIDDEN', 'Only its organisers make results official.')
  if (isLimited) assertMayRead(actor.uid, race.readUntil, now)
  const read = await readRaceRows(d1, race, charge)
  return read && { race, read }
}

/** A row as it is official. */
type OfficialRow = PublishedRow & { ownerUid: string | null; finishers: number }

async function readOfficial(d1: D1Database, marathonId: string): Promise<OfficialRow[]> {
  const rows = await allRows<{ json: string; ownerUid: string | null; finishers: number }>(
    d1,
    sql`SELECT ${PUBLISHED} AS json, r.owner_uid AS ownerUid, r.finishers FROM result r WHERE r.marathon_id = ${marathonId}`,
  )
  return rows.map(({ json, ...rest }) => ({ ...(JSON.parse(json) as PublishedRow), ...rest }))
}

/**
 * The rows that are written, and the corrections of those that said something else.
 * @param seen the list of the entries that are there
 */
function nextRows(race: Race, read: RaceRows, seen: PublishedRow[], before: OfficialRow[]) {
  const entries = new Map(read.entries.map((entry) => [entry.id, entry]))
  const official = new Map(before.map((row) => [row.id, row]))
  // What an entry was asked is gone with it, or with its answers. Its recordings are still there, so it keeps its place.
  const silent = before.filter(({ id }) => entries.get(id)?.isErased !== false)
  const others = read.entries.filter(({ id, isErased }) => !isErased || !official.has(id))
  const isSilent = silent.length > 0
  const rows = isSilent
    ? listOfRace(
        race,
        { ...read, entries: [...others, ...silent.map(asEntry)] },
        new Map(silent.map((row) => [row.id, row])),
      ).rows
    : seen
  const finishers = rows.filter(({ place }) => place !== null).length
  const changed = rows.flatMap((row): OfficialRow[] => {
    const was = official.get(row.id)
    if (!was) {
      const isSeen = (before.length === 0 && !entries.get(row.id)?.isErased) || isRecorded(row)
      return isPublic(row) && isSeen ? [{ ...row, finishers, ownerUid: entries.get(row.id)?.ownerUid ?? null }] : []
    }
    const next = { ...row, finishers, name: was.name, hidesName: was.hidesName, ownerUid: was.ownerUid }
    return allOf(next) === allOf(was) ? [] : [next]
  })
  const corrections = changed.flatMap((row) => {
    const was = official.get(row.id)
    const [old, after] = [was ? JSON.stringify(factsOf(was)) : '', JSON.stringify(factsOf(row))]
    return old === after ? [] : [{ id: crypto.randomUUID(), entryId: row.id, before: old, after }]
  })
  return { changed, corrections, finishers }
}

/** An entry that says nothing of itself any more, as its official row has it. */
function asEntry({ id, bib, state, name, hidesName, ownerUid }: OfficialRow): RaceRows['entries'][number] {
  const isHere = state === 'started'
  return {
    id,
    bib: bib && bibKey(bib),
    isHere,
    writtenBib: bib,
    firstName: name,
    lastName: '',
    hidesName,
    ownerUid,
    isErased: true,
  }
}

/** All that a call may change of an official row, as one text. */
function allOf(row: OfficialRow): string {
  const { place, sexPlace, categoryPlace, reason, finishers } = row
  return JSON.stringify([factsOf(row), place, sexPlace, categoryPlace, reason, finishers])
}
