import { createHash, createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { invalid } from '../../contract/invalid.ts'
import { DAY_MS, INVITATION_DAYS, MAX_STAFF, MAX_STAFFED } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { type InvitedRole, may, type Role } from '../../contract/roles.ts'
import { allRows } from '../db/client.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { commit, type GuardedWrite, roleAt, spentBy, stillIs, writeGuarded } from './guarded-write.ts'
import { guard } from './write-guards.ts'

// An invitation makes an account staff of a marathon (docs/decisions/052).

const TOKEN_BYTES = 16
/** `used_by` of an invitation that the organiser withdrew. No account has this id. */
const WITHDRAWN = ''

/**
 * The token of an invitation. It follows from the call's key, so that a repeated call gives the same link, although the
 * server stores only its hash. Without the secret nobody can compute it.
 * @param key the Idempotency-Key, or a random text
 */
export function invitationToken(secret: string, marathonId: string, role: InvitedRole, key: string): string {
  const text = JSON.stringify(['invitation', marathonId, role, key])
  return createHmac('sha256', secret).update(text).digest().subarray(0, TOKEN_BYTES).toString('base64url')
}

/** SQL: is the row of `staff` that of somebody who was invited, and not removed? */
const isInvited = sql`role <> 'owner' AND removed_at IS NULL`

/** SQL for what the account is at `marathon m`. An invited role counts only since the account's last deletion. */
const roleSinceDeletion = (uid: string | null) =>
  sql`(SELECT role FROM staff WHERE marathon_id = m.id AND uid = ${uid} AND removed_at IS NULL
    AND (role = 'owner' OR seq > coalesce((SELECT deleted_seq FROM account WHERE uid = ${uid}), 0)))`

/**
 * SQL: can `invitation i` be accepted? It ends with the right of who made it, so that nobody who was removed comes back with
 * an own invitation, and no organiser is named by who has handed the marathon over.
 */
const isOpen = (at: string) => sql`i.used_by IS NULL AND i.expires_at > ${at} AND EXISTS (SELECT 1 FROM staff b
  WHERE b.marathon_id = i.marathon_id AND b.uid = i.by_uid AND b.removed_at IS NULL AND iif(i.role = 'organiser',
    b.role IN ${sql.raw(rolesSql('own'))}, b.role IN ${sql.raw(rolesSql('organise'))}))`

/** SQL: can `invitation i` to `marathon m` be accepted? Nobody joins an event while the operator hides it. */
const mayJoin = (at: string) => sql`(${isOpen(at)} AND m.hidden_at IS NULL)`

/** SQL for the number of staff, the owner aside, and open invitations of a marathon. */
const placesTaken = (marathonId: string, at: string) => sql`(
  (SELECT count(*) FROM staff WHERE marathon_id = ${marathonId} AND ${isInvited}) +
  (SELECT count(*) FROM invitation i WHERE i.marathon_id = ${marathonId} AND ${isOpen(at)}))`

/**
 * Stores an open invitation. The same token again changes nothing.
 * @returns when the invitation ends, ISO 8601
 * @throws Problem NOT_FOUND, FORBIDDEN, RATE_LIMITED; GONE if it was withdrawn; INVALID above MAX_STAFF; UNAVAILABLE
 */
export function invite(
  write: GuardedWrite,
  marathonId: string,
  invited: { role: InvitedRole; token: string },
): Promise<string> {
  const { d1, actor, now } = write
  const at = new Date(now).toISOString()
  return writeGuarded(async () => {
    const tokenHash = hashOf(invited.token)
    const [found] = await allRows<{
      role: Role | null
      taken: number
      expiresAt: string | null
      usedBy: string | null
      spentUntil: number | null
    }>(
      d1,
      sql`SELECT ${roleAt(actor)} AS role, ${placesTaken(marathonId, at)} AS taken, i.expires_at AS expiresAt,
        i.used_by AS usedBy, ${spentBy(actor)} AS spentUntil
      FROM marathon m LEFT JOIN invitation i ON i.token_hash = ${tokenHash} WHERE m.id = ${marathonId}`,
    )
    assertMayInvite(found, invited.role)
    if (found.usedBy === WITHDRAWN) throw new Problem('GONE', 'This invitation was withdrawn.')
    if (found.expiresAt !== null) return found.expiresAt
    if (found.taken >= MAX_STAFF) throw invalid({ staff: { code: 'MOST_STAFF', values: { max: MAX_STAFF } } })
    const expiresAt = new Date(now + INVITATION_DAYS * DAY_MS).toISOString()
    await commit(write, found.spentUntil, [
      stillIs(actor, found.role, marathonId),
      guard(sql`SELECT NULL WHERE ${placesTaken(marathonId, at)} >= ${MAX_STAFF}`),
      sql`INSERT INTO invitation (token_hash, marathon_id, expires_at, role, by_uid)
        VALUES (${tokenHash}, ${marathonId}, ${expiresAt}, ${invited.role}, ${actor.uid})`,
    ])
    return expiresAt
  })
}

/** An invitation, its marathon, and what the account is to it. */
interface Invited {
  marathonId: string
  title: string
  location: string
  startDate: string
  timeZone: string
  /** What the invitation makes of who accepts it. */
  role: InvitedRole
  usedBy: string | null
  isOpen: 0 | 1
  /** What the account is at this marathon. */
  has: Role | null
  /** At how many marathons the account is staff by an invitation. */
  staffed: number
  spentUntil: number | null
}

/**
 * Reads an invitation. Each one that is not valid gives the same NOT_FOUND: unknown, expired, of a deleted or hidden
 * marathon, of somebody who may not invite any more, used by another account, or used by this account before it was
 * removed.
 * @param uid of the account that asks; null for a visitor
 * @throws Problem NOT_FOUND
 */
async function readInvitation(d1: D1Database, tokenHash: string, uid: string | null, now: number): Promise<Invited> {
  const at = new Date(now).toISOString()
  const [found] = await allRows<Invited>(
    d1,
    sql`SELECT m.id AS marathonId, m.title, m.location, m.start_date AS startDate, m.time_zone AS timeZone, i.role,
      i.used_by AS usedBy, ${mayJoin(at)} AS isOpen, ${roleSinceDeletion(uid)} AS has,
      (SELECT count(*) FROM staff WHERE uid = ${uid} AND ${isInvited}) AS staffed,
      ${spentBy({ uid })} AS spentUntil
    FROM invitation i JOIN marathon m ON m.id = i.marathon_id
    WHERE i.token_hash = ${tokenHash} AND i.expires_at > ${at}`,
  )
  const isOwn = found?.usedBy === uid && found.has !== null
  if (!found?.isOpen && !isOwn) throw new Problem('NOT_FOUND', 'This invitation is not valid any more.')
  return found as Invited
}

/**
 * What an invitation is for. Who accepted it reads it again with the same account.
 * @param uid of the account that asks; null for a visitor
 * @throws Problem NOT_FOUND, for any invitation that is not open
 */
export async function invitedTo(d1: D1Database, token: string, uid: string | null, now: number) {
  const { marathonId, title, location, startDate, timeZone, role } = await readInvitation(d1, hashOf(token), uid, now)
  return { marathonId, title, location, startDate, timeZone, role }
}

/**
 * The account accepts an invitation and gets its role. For the owner, and who is staff there already, nothing changes: the
 * invitation stays open for somebody else.
 *
 * The row gets a new seq. A phone of this account whose cursor is below it starts over (worker/pull/pull-sources), because
 * it lacks the entrants of before.
 * @returns what the account is at the marathon now, and the seq of the commit; 0 if nothing changed
 * @throws Problem NOT_FOUND, RATE_LIMITED; INVALID above MAX_STAFFED; UNAVAILABLE
 */
export function acceptInvitation(
  write: GuardedWrite,
  token: string,
): Promise<{ marathonId: string; role: Role; seq: number }> {
  const { d1, actor, now } = write
  return writeGuarded(async () => {
    const tokenHash = hashOf(token)
    const { marathonId, role, has, staffed, spentUntil } = await readInvitation(d1, tokenHash, actor.uid, now)
    if (has !== null) return { marathonId, role: has, seq: 0 }
    if (staffed >= MAX_STAFFED) throw invalid({ account: { code: 'MOST_STAFFED', values: { max: MAX_STAFFED } } })
    const seq = await commit(write, spentUntil, [
      // One for the old row of somebody who comes back.
      sql`UPDATE clock SET seq = seq + 2 WHERE id = 1 RETURNING seq`,
      guard(sql`SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM invitation i JOIN marathon m ON m.id = i.marathon_id
          WHERE i.token_hash = ${tokenHash} AND ${mayJoin(new Date(now).toISOString())}
            AND ${roleSinceDeletion(actor.uid)} IS NULL)
        OR (SELECT count(*) FROM staff WHERE uid = ${actor.uid} AND ${isInvited}) >= ${MAX_STAFFED}`),
      sql`UPDATE invitation SET used_by = ${actor.uid} WHERE token_hash = ${tokenHash}`,
      // That row gets another id. Phones that have the old one must lose it. It is deleted now, whenever it was
      // removed: an old tombstone with a new seq would reset every phone at night.
      sql`INSERT INTO tombstone (type, id, marathon_id, deleted_at, seq) SELECT 'staff', s.id, s.marathon_id,
          ${new Date(now).toISOString()}, (SELECT seq FROM clock) - 1
        FROM staff s WHERE s.marathon_id = ${marathonId} AND s.uid = ${actor.uid}`,
      sql`INSERT INTO staff (marathon_id, uid, role, id, name, since, seq, view_seq) SELECT ${marathonId}, ${actor.uid}, ${role},
          ${crypto.randomUUID()}, ${actor.name}, ${new Date(now).toISOString()}, seq, seq FROM clock WHERE true
        ON CONFLICT (marathon_id, uid) DO UPDATE SET role = excluded.role, id = excluded.id, name = excluded.name, since = excluded.since,
          offered_at = NULL, removed_at = NULL, seq = excluded.seq, view_seq = excluded.view_seq`,
    ])
    return { marathonId, role, seq }
  })
}

/**
 * The open invitations of a marathon, the one that ends first comes first, as a JSON array. Their ids are the hashes of
 * the tokens: nobody can accept with them.
 * @throws Problem NOT_FOUND, FORBIDDEN
 */
export async function invitationsOf({ d1, actor, now }: GuardedWrite, marathonId: string): Promise<string> {
  const [found] = await allRows<{ role: Role | null; json: string }>(
    d1,
    sql`SELECT ${roleAt(actor)} AS role, (SELECT json_group_array(json_object('_id', token_hash, 'expiresAt', expires_at, 'role', role))
      FROM (SELECT token_hash, expires_at, role FROM invitation i WHERE i.marathon_id = ${marathonId}
        AND ${isOpen(new Date(now).toISOString())} ORDER BY expires_at, token_hash)) AS json
    FROM marathon m WHERE id = ${marathonId}`,
  )
  assertMayInvite(found, null)
  return found.json
}

/**
 * Withdraws an open invitation: nobody can accept it any more. Who may make an invitation may withdraw it. A second call
 * changes nothing. The row stays until it expires, so that a late repetition of the call that made it does not open it
 * again.
 * @param id the invitation's id in `invitationsOf`
 * @returns is it withdrawn by this call?
 * @throws Problem NOT_FOUND, also for one that was accepted or has expired; FORBIDDEN, RATE_LIMITED, UNAVAILABLE
 */
export function withdrawInvitation(write: GuardedWrite, marathonId: string, id: string): Promise<boolean> {
  const { d1, actor, now } = write
  return writeGuarded(async () => {
    const [found] = await allRows<{
      role: Role | null
      usedBy: string | null
      invited: InvitedRole | null
      spentUntil: number | null
    }>(
      d1,
      sql`SELECT ${roleAt(actor)} AS role, i.used_by AS usedBy, i.role AS invited,
          ${spentBy(actor)} AS spentUntil
        FROM marathon m LEFT JOIN invitation i ON i.token_hash = ${id} AND i.marathon_id = m.id
          AND i.expires_at > ${new Date(now).toISOString()}
        WHERE m.id = ${marathonId}`,
    )
    assertMayInvite(found, found?.invited)
    if (found.usedBy === WITHDRAWN) return false
    if (found.invited === null || found.usedBy !== null)
      throw new Problem('NOT_FOUND', 'There is no such open invitation.')
    await commit(write, found.spentUntil, [
      stillIs(actor, found.role, marathonId),
      guard(sql`SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM invitation
        WHERE token_hash = ${id} AND marathon_id = ${marathonId} AND used_by IS NULL)`),
      sql`UPDATE invitation SET used_by = ${WITHDRAWN} WHERE token_hash = ${id}`,
    ])
    return true
  })
}

/** @throws Problem NOT_FOUND without the marathon; FORBIDDEN to who may not invite to this role, or to any */
function assertMayInvite<T extends { role: Role | null }>(
  found: T | undefined,
  invited: InvitedRole | null | undefined,
): asserts found is T {
  if (!found) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (!may(found.role, 'organise')) throw new Problem('FORBIDDEN', 'Only its organisers invite people here.')
  if (invited === 'organiser' && !may(found.role, 'own')) {
    throw new Problem('FORBIDDEN', 'Only its owner names organisers.')
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
