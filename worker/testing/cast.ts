import { env } from 'cloudflare:workers'
import type { Op } from '../../contract/sync.ts'
import { type Scene, setScene } from './calls.ts'
import { emulatorToken, TestClient } from './client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from './rows.ts'

/** Everybody who has to do with an event, or nothing. `removed` was at a gate; a visitor has no session. */
export const PLAYERS = [
  'owner',
  'organiser',
  'desk',
  'gate',
  'timer',
  'runner',
  'removed',
  'stranger',
  'visitor',
] as const
export type Player = (typeof PLAYERS)[number]
export type Cast = Record<Player | 'another', TestClient>

/** What nobody but the runner, the owner and organisers may read of an entry. */
export const CONTACTS = {
  "the runner's entry": ['+49 177 1111111', 'The runner has asthma.'],
  'another entry': ['+49 177 2222222', 'another-reads@example.com', 'The other one has asthma.'],
}

/** The scene of the sample calls, and what happened in it since the phones' first pull. */
export interface Play extends Scene {
  /** What each row is, by its id. */
  rows: Map<string, string>
  /** Where each phone stood before anything happened. */
  cursors: Map<Player, string | null>
  /** The row of staff of each one at the event. Who is not staff has an id that no row has. */
  staff: Record<Player, string>
  noticeId: string
  checkInId: string
  unconfirmedId: string
}

/** Signs everybody in. Names and addresses do not tell the uid, so that a test can look for uids in responses. */
export async function signInCast(): Promise<Cast> {
  const names = [...PLAYERS, 'another'] as const
  const clients = names.map(async (name) => {
    const client = new TestClient(name === 'visitor' ? '' : `uid-${crypto.randomUUID()}`)
    if (name === 'visitor') return client
    const claims = { name: `The ${name}`, email: `the-${name}@example.com`, email_verified: true }
    const headers = { Authorization: `Bearer ${emulatorToken(client.uid, claims)}`, 'CF-Connecting-IP': newId('ip') }
    const response = await client.call('POST', '/jwt', { email: claims.email }, headers)
    client.cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return client
  })
  const signedIn = await Promise.all(clients)
  return Object.fromEntries(names.map((name, at) => [name, signedIn[at]])) as Cast
}

/** Sets the scene, and lets things happen in it. */
export async function play(cast: Cast): Promise<Play> {
  const { owner, runner, gate, another, removed } = cast
  const scene = await setScene(owner, runner)
  const { marathonId, applicationId } = scene
  for (const id of [marathonId, scene.ballotId]) await hire(cast, id)
  await remove(removed, scene.ballotId)
  const others = Array.from({ length: 6 }, () => newId('row'))
  const [entry, second, left, early, told, untold] = others as [string, string, string, string, string, string]
  const [checkInId, unconfirmedId, open] = [newId('check-in'), newId('check-in'), newId('marathon')]
  const [phoneNumber, additionalInfo] = CONTACTS["the runner's entry"] as [string, string]
  const [phone, email, info] = CONTACTS['another entry'] as [string, string, string]
  const person = applicationFields(marathonId, { phoneNumber: phone, email, additionalInfo: info })
  const notice = { marathonId, text: 'Parking is at Pier 7.', urgent: false, at: inDays(-1) }
  await applied(another, [
    op('application.create', entry, person),
    op('application.create', left, { ...person, firstName: 'Cyd' }),
    op('marathon.create', open, marathonFields()),
  ])
  await applied(runner, [
    op('application.create', early, applicationFields(marathonId, { firstName: 'Eve' })),
    op('application.delete', early),
  ])
  await applied(owner, [op('notice.create', untold, notice)])
  const cursors = new Map<Player, string | null>()
  for (const name of PLAYERS) if (name !== 'visitor') cursors.set(name, (await cast[name].sync()).cursor)

  await applied(runner, [op('application.update', applicationId, { phoneNumber, additionalInfo }, THEIRS)])
  await applied(owner, [
    op('notice.create', told, notice),
    op('notice.delete', untold),
    op('marathon.update', marathonId, { startDate: inDays(30), capacity: 3 }, await startOf(owner, marathonId)),
  ])
  const waits = { ...applicationFields(marathonId, { firstName: 'Rita' }), waitingList: true }
  await applied(runner, [op('application.create', second, waits)])
  await applied(another, [
    op('application.delete', left),
    op('application.update', entry, { lastName: 'Byron' }, { lastName: 'Lauf' }),
    op('marathon.delete', open),
  ])
  await applied(owner, [op('marathon.update', marathonId, { capacity: 9 }, { capacity: 3 })])
  const scan = { marathonId, applicationId, gate: 'A', at: inDays(-0.1) }
  await applied(gate, [op('checkIn.create', checkInId, scan)])
  await remove(removed, marathonId)
  await removed.sync({ ops: [op('checkIn.create', unconfirmedId, scan)] })
  const staffAt = (id: string) => PLAYERS.map((name) => [name, name === 'owner' ? id : `${name}-${id}`] as const)
  const staff = Object.fromEntries(staffAt(marathonId)) as Record<Player, string>
  await tellAgain(marathonId)
  const rows = new Map([
    [`staff ${scene.helperId}`, 'the helper'],
    ...[...staffAt(marathonId), ...staffAt(scene.ballotId)].map(([name, id]) => [`staff ${id}`, name] as const),
    [`gone ${staff.removed}`, 'the end of a row of staff'],
    [marathonId, 'the event'],
    [applicationId, "the runner's entry"],
    [second, "the runner's entry"],
    [entry, 'another entry'],
    [checkInId, 'a check-in of the runner'],
    [unconfirmedId, 'an unconfirmed check-in'],
    [told, 'a notice that was written'],
    [`gone ${left}`, 'the end of another entry'],
    [`gone ${untold}`, 'the end of a notice'],
    [`gone ${open}`, 'the end of an open event'],
    [`gone ${marathonId}`, 'the end of the role'],
  ])
  const own = `SELECT id, to_uid AS "to" FROM notice WHERE marathon_id IN (?, ?) AND kind <> 'written'`
  const { results } = await env.DB.prepare(own).bind(marathonId, scene.ballotId).all<Record<string, string | null>>()
  for (const { id, to } of results) rows.set(String(id), to ? "the runner's own notice" : 'a notice of a change')
  return { ...scene, staff, rows, cursors, noticeId: told, checkInId, unconfirmedId }
}

/** What the sample's application has where the runner changes it. */
const THEIRS = { phoneNumber: '+49 40 123456', additionalInfo: '' }

async function startOf(owner: TestClient, id: string) {
  const { startDate, capacity } = await (await owner.call('GET', `/marathons/${id}`)).json<Record<string, unknown>>()
  return { startDate, capacity }
}

async function applied(client: TestClient, ops: Op[]) {
  const { results } = await client.sync({ ops })
  const failed = results.find(({ status, conflicts }) => status !== 'applied' || conflicts)
  if (failed) throw new Error(JSON.stringify(failed))
}

/** Gives everybody the role of the name at a marathon, which is offered to the organiser. */
async function hire(cast: Cast, marathonId: string) {
  const staff = ['organiser', 'desk', 'gate', 'timer', 'removed'] as const
  await env.DB.batch(
    staff.flatMap((name) => [
      env.DB.prepare('UPDATE clock SET seq = seq + 1'),
      env.DB.prepare(
        `INSERT INTO staff (marathon_id, uid, role, id, name, since, offered_at, seq, view_seq)
          SELECT ?1, ?2, ?3, ?4, ?5, ?6, iif(?3 = 'organiser', ?6, NULL), seq, seq FROM clock`,
      ).bind(
        marathonId,
        cast[name].uid,
        name === 'removed' ? 'gate' : name,
        `${name}-${marathonId}`,
        `The ${name}`,
        inDays(-2),
      ),
    ]),
  )
}

/** Gives each row of staff that is there a new seq. */
async function tellAgain(marathonId: string) {
  const { results } = await env.DB.prepare('SELECT id FROM staff WHERE marathon_id = ? AND removed_at IS NULL')
    .bind(marathonId)
    .all<{ id: string }>()
  await env.DB.batch(
    results.flatMap(({ id }) => [
      env.DB.prepare('UPDATE clock SET seq = seq + 1'),
      env.DB.prepare('UPDATE staff SET seq = (SELECT seq FROM clock) WHERE id = ?').bind(id),
    ]),
  )
}

/** The account was removed, and had come with an invitation. */
async function remove({ uid }: TestClient, marathonId: string) {
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare(
      'UPDATE staff SET removed_at = ?1, seq = (SELECT seq FROM clock) WHERE marathon_id = ?2 AND uid = ?3',
    ).bind(inDays(0), marathonId, uid),
    env.DB.prepare(
      "INSERT INTO invitation (token_hash, marathon_id, expires_at, role, by_uid, used_by) VALUES (?1, ?2, ?3, 'gate', '', ?4)",
    ).bind(newId('hash'), marathonId, inDays(5), uid),
  ])
}
