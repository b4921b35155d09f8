import { env } from 'cloudflare:workers'
import { digestOf, type PublishedRow } from '../../contract/results/public-list.ts'
import type { InvitedRole, Role } from '../../contract/roles.ts'
import type { SyncStaff } from '../../contract/sync.ts'
import { entryToken } from '../../contract/text/entry-link.ts'
import { unsubscribeToken } from '../jobs/mail/unsubscribe-token.ts'
import { EXAMPLES } from '../routes/examples.ts'
import type { Route } from '../routes/route-table.ts'
import { emulatorToken, TestClient } from './client.ts'
import { applicationFields, CROSSING, inDays, marathonFields, newId, op } from './rows.ts'

/**
 * The rows of the sample calls: Olivia's marathon with a helper, an invitation and a start gun, Ravi's application to it,
 * and a ballot of Olivia's that was drawn.
 */
export interface Scene {
  marathonId: string
  applicationId: string
  helperId: string
  token: string
  /** The id of the invitation with this token. */
  invitationId: string
  /** The token of the link with which Ravi offers his place. */
  entryLink: string
  ballotId: string
  /** The token of a mail to Ravi. */
  unsubscribeLink: string
  /** The start gun of Olivia's marathon. */
  gunId: string
}

interface SampleCall {
  path: string
  body?: unknown
  headers?: Record<string, string>
}

interface Sample {
  /** Round trips to D1 that the call costs. */
  roundTrips: number
  /** @param uid of the caller; '' for a caller who is not signed in */
  make: (scene: Scene, uid: string) => SampleCall
}

/** Ravi's row in the list of results: there was a gun. */
const UNDER_WAY: Omit<PublishedRow, 'id'> = {
  ...{ bib: '', name: '', hidesName: false, sex: '', category: '', state: 'started', time: null },
  ...{ place: null, sexPlace: null, categoryPlace: null, splits: [], reason: '' },
}

const endpointOf = (uid: string) => `https://fcm.googleapis.com/fcm/send/${uid || 'nobody'}`

/** The sample call of a route. */
export function sampleOf({ method, path }: Pick<Route, 'method' | 'path'>): Sample {
  const sample = SAMPLE_CALLS[`${method} ${path}`]
  if (!sample) throw new Error(`no sample call of ${method} ${path}`)
  return sample
}

/** For each route, a call that the owner of the row may make. The keys are `METHOD path`. */
export const SAMPLE_CALLS: Record<string, Sample> = {
  'POST /jwt': {
    roundTrips: 1,
    make: (_, uid) => ({
      path: '/jwt',
      body: { email: `${uid}@example.com` },
      headers: uid === '' ? {} : { Authorization: `Bearer ${emulatorToken(uid)}`, 'CF-Connecting-IP': newId('ip') },
    }),
  },
  'POST /logout': { roundTrips: 0, make: () => ({ path: '/logout' }) },
  'POST /logout-everywhere': { roundTrips: 2, make: () => ({ path: '/logout-everywhere' }) },
  'GET /account/data': { roundTrips: 1, make: () => ({ path: '/account/data' }) },
  // The third one begins to delete rows, after the response.
  'POST /account/deletion': {
    roundTrips: 3,
    make: (_, uid) => ({
      path: '/account/deletion',
      headers: uid === '' ? {} : { Authorization: `Bearer ${emulatorToken(uid)}`, 'CF-Connecting-IP': newId('ip') },
    }),
  },
  'GET /allMarathon': { roundTrips: 1, make: () => ({ path: '/allMarathon' }) },
  'GET /upcomingMarathon': { roundTrips: 1, make: () => ({ path: '/upcomingMarathon' }) },
  'GET /marathons': { roundTrips: 1, make: () => ({ path: '/marathons?sort=asc&limit=2' }) },
  'GET /marathons/:id': { roundTrips: 1, make: ({ marathonId }) => ({ path: `/marathons/${marathonId}` }) },
  'GET /marathons/:id/live': {
    roundTrips: 0,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/live`, headers: { Upgrade: 'websocket' } }),
  },
  'GET /marathons/:id/entrants': {
    roundTrips: 1,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/entrants` }),
  },
  'GET /marathons/:id/history': {
    roundTrips: 1,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/history` }),
  },
  'GET /marathons/:id/results': {
    roundTrips: 2,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/results` }),
  },
  'GET /marathons/:id/differences': {
    roundTrips: 2,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/differences` }),
  },
  // The session, the race, its rows, and the commit.
  'POST /marathons/:id/results': {
    roundTrips: 4,
    make: ({ marathonId, applicationId }) => ({
      path: `/marathons/${marathonId}/results`,
      body: { digest: digestOf([{ ...UNDER_WAY, id: applicationId }]) },
    }),
  },
  'GET /marathons/:id/list': { roundTrips: 2, make: ({ ballotId }) => ({ path: `/marathons/${ballotId}/list` }) },
  'GET /marathons/:id/staff': { roundTrips: 1, make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/staff` }) },
  'GET /marathons/:id/mail': { roundTrips: 1, make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/mail` }) },
  'GET /marathons/:id/public': {
    roundTrips: 1,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/public` }),
  },
  'GET /marathons/:id/draw': { roundTrips: 1, make: ({ ballotId }) => ({ path: `/marathons/${ballotId}/draw` }) },
  'POST /marathons': { roundTrips: 2, make: () => ({ path: '/marathons', body: marathonFields() }) },
  'PUT /marathons/:id': {
    roundTrips: 2,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}`, body: { location: 'Kiel', capacity: 40 } }),
  },
  'DELETE /marathons/:id': { roundTrips: 2, make: ({ marathonId }) => ({ path: `/marathons/${marathonId}` }) },
  'POST /marathons/:id/invitations': {
    roundTrips: 3,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/invitations`, body: { role: 'gate' } }),
  },
  'GET /marathons/:id/invitations': {
    roundTrips: 1,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/invitations` }),
  },
  'DELETE /marathons/:id/invitations/:invitationId': {
    roundTrips: 3,
    make: ({ marathonId, invitationId }) => ({ path: `/marathons/${marathonId}/invitations/${invitationId}` }),
  },
  'GET /invitations/:token': { roundTrips: 1, make: ({ token }) => ({ path: `/invitations/${token}` }) },
  // The owner's own call changes nothing, and so costs no write.
  'POST /invitations/:token': { roundTrips: 2, make: ({ token }) => ({ path: `/invitations/${token}` }) },
  'GET /entries/:token': { roundTrips: 1, make: ({ entryLink }) => ({ path: `/entries/${entryLink}` }) },
  'POST /marathonApplication': {
    roundTrips: 2,
    make: ({ marathonId }) => ({
      path: '/marathonApplication',
      body: applicationFields(marathonId, { firstName: 'Second' }),
    }),
  },
  'GET /marathonApplication': { roundTrips: 1, make: () => ({ path: '/marathonApplication' }) },
  'PUT /marathonApplication/:id': {
    roundTrips: 2,
    make: ({ applicationId }) => ({ path: `/marathonApplication/${applicationId}`, body: { lastName: 'Changed' } }),
  },
  'DELETE /marathonApplication/:id': {
    roundTrips: 2,
    make: ({ applicationId }) => ({ path: `/marathonApplication/${applicationId}` }),
  },
  'POST /sync': { roundTrips: 1, make: (_, uid) => ({ path: '/sync', body: { uid, cursor: null, ops: [] } }) },
  'POST /push-subscriptions': {
    roundTrips: 1,
    make: (_, uid) => ({
      path: '/push-subscriptions',
      body: { ...EXAMPLES.pushSubscription, endpoint: endpointOf(uid) },
    }),
  },
  'DELETE /push-subscriptions': {
    roundTrips: 2,
    make: (_, uid) => ({ path: '/push-subscriptions', body: { endpoint: endpointOf(uid) } }),
  },
  'GET /mail': { roundTrips: 1, make: () => ({ path: '/mail' }) },
  'PUT /mail': { roundTrips: 2, make: () => ({ path: '/mail', body: { wants: 'needed' } }) },
  'POST /unsubscribe/:token': {
    roundTrips: 1,
    make: ({ unsubscribeLink }) => ({
      path: `/unsubscribe/${unsubscribeLink}`,
      headers: { Origin: 'https://mail.example' },
    }),
  },
  'GET /config': { roundTrips: 0, make: () => ({ path: '/config' }) },
  'GET /health': { roundTrips: 1, make: () => ({ path: '/health' }) },
  'GET /openapi.json': { roundTrips: 0, make: () => ({ path: '/openapi.json' }) },
}

/**
 * Creates Olivia's marathon with an invitation, a helper and a start gun, Ravi's application to it, and a ballot that nobody
 * entered, which is drawn.
 */
export async function setScene(olivia: TestClient, ravi: TestClient): Promise<Scene> {
  const [marathonId, applicationId, helperId] = [newId('marathon'), newId('application'), newId('helper')]
  const [ballotId, gunId] = [newId('ballot'), newId('gun')]
  const ballot = marathonFields({ registration: 'ballot', capacity: 2, regEnd: inDays(-0.5) })
  await olivia.sync({
    ops: [
      op('marathon.create', marathonId, marathonFields()),
      op('marathon.create', ballotId, ballot),
      op('marathon.draw', ballotId),
      op('marathon.publish', ballotId, { results: 'live' }),
      op('recording.create', gunId, {
        ...CROSSING,
        marathonId,
        kind: 'gun',
        point: 'start',
        at: inDays(-0.1),
      }),
    ],
  })
  await ravi.sync({ ops: [op('application.create', applicationId, applicationFields(marathonId))] })
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare(
      "INSERT INTO staff (marathon_id, uid, role, id, name, since, seq, view_seq) SELECT ?1, ?2, 'gate', ?2, ?3, ?4, seq, seq FROM clock",
    ).bind(marathonId, helperId, 'Hana Helper', new Date().toISOString()),
  ])
  const token = await invite(olivia, marathonId)
  // A call would make the server remember for a minute that the account's session is valid.
  const stored = env.DB.prepare('SELECT token_hash FROM invitation WHERE marathon_id = ?').bind(marathonId)
  const invitationId = (await stored.first<string>('token_hash')) ?? ''
  const secret = 'c2FtcGxlLW9mZmVyLWxpbg'
  await env.DB.prepare('UPDATE application SET offer = ? WHERE id = ?').bind(secret, applicationId).run()
  const entryLink = entryToken({ id: applicationId, secret })
  // A live room is told after the answer. Who enters it later must not hear of the scene.
  await Promise.all([olivia.untilQuiet(), ravi.untilQuiet()])
  const unsubscribeLink = await unsubscribeToken(env, ravi.uid)
  return { marathonId, applicationId, helperId, token, invitationId, entryLink, ballotId, unsubscribeLink, gunId }
}

/** Gives an account a role at a marathon. @returns the id of its row */
export async function addStaff(marathonId: string, uid: string, role: Role): Promise<string> {
  const id = newId(role)
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare(
      `INSERT INTO staff (marathon_id, uid, role, id, name, since, seq, view_seq)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, seq, seq FROM clock`,
    ).bind(marathonId, uid, role, id, `Name of ${uid}`, new Date().toISOString()),
  ])
  return id
}

/** Makes an invitation. @returns its token */
export async function invite(owner: TestClient, marathonId: string, role: InvitedRole = 'gate'): Promise<string> {
  const response = await owner.call('POST', `/marathons/${marathonId}/invitations`, { role })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json<{ url: string }>()).url.split('/').at(-1) ?? ''
}

/** Makes the account staff of the marathon, by an invitation. */
export async function makeHelper(
  owner: TestClient,
  helper: TestClient,
  marathonId: string,
  role: InvitedRole = 'gate',
): Promise<void> {
  const response = await helper.call('POST', `/invitations/${await invite(owner, marathonId, role)}`)
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
}

/** The staff of a marathon beside its owner, who joined first comes first. @param owner owner or organiser */
export async function staffBeside(owner: TestClient, marathonId: string): Promise<SyncStaff[]> {
  const { staff } = await owner.sync()
  return staff.filter((row) => row.marathonId === marathonId && row.role !== 'owner')
}

/** The owner removes everybody else. */
export async function removeStaff(owner: TestClient, marathonId: string): Promise<void> {
  const ops = (await staffBeside(owner, marathonId)).map(({ _id }) => op('staff.delete', _id))
  const { results } = await owner.sync({ ops })
  if (results.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(results))
}

type Clients<Names extends string[]> = { [Index in keyof Names]: TestClient }

/** Signs in new accounts; each uid starts with the given name. */
export async function signIn<const Names extends string[]>(...names: Names): Promise<Clients<Names>> {
  return (await Promise.all(names.map((name) => TestClient.signedIn(newId(name))))) as Clients<Names>
}

/** Creates a row with a POST. @returns the row's id */
export async function made(client: TestClient, path: string, body: unknown): Promise<string> {
  const response = await client.call('POST', path, body)
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json<{ insertedId: string }>()).insertedId
}

/** The code of a problem response, and the names of its fields. */
export async function problemOf(response: Response): Promise<{ code: string; fields: string[] }> {
  const { code, fields } = await response.json<{ code: string; fields?: Record<string, string> }>()
  return { code, fields: Object.keys(fields ?? {}) }
}
