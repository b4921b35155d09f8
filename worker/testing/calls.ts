import type { Route } from '../routes/route-table.ts'
import { emulatorToken, TestClient } from './client.ts'
import { applicationFields, marathonFields, newId, op } from './rows.ts'

/** Rows that the sample calls are about: Olivia's event, and Ravi's application to it. */
export interface Scene {
  marathonId: string
  applicationId: string
}

export interface SampleCall {
  path: string
  body?: unknown
  headers?: Record<string, string>
}

interface Sample {
  /** Round trips to D1 that the call may cost. */
  trips: number
  /** @param uid of the caller; empty for nobody */
  make: (scene: Scene, uid: string) => SampleCall
}

/** The sample call of a route. */
export function sampleOf({ method, path }: Pick<Route, 'method' | 'path'>): Sample {
  const sample = SAMPLE_CALLS[`${method} ${path}`]
  if (!sample) throw new Error(`no sample call of ${method} ${path}`)
  return sample
}

/** A call of each route that its owner may make. Keys are `METHOD path`. */
export const SAMPLE_CALLS: Record<string, Sample> = {
  'POST /jwt': {
    trips: 0,
    make: (_, uid) => ({
      path: '/jwt',
      body: { email: `${uid}@example.com` },
      headers: uid === '' ? {} : { Authorization: `Bearer ${emulatorToken(uid)}`, 'CF-Connecting-IP': newId('ip') },
    }),
  },
  'POST /logout': { trips: 0, make: () => ({ path: '/logout' }) },
  'GET /allMarathon': { trips: 1, make: () => ({ path: '/allMarathon' }) },
  'GET /upcomingMarathon': { trips: 1, make: () => ({ path: '/upcomingMarathon' }) },
  'GET /marathons': { trips: 1, make: () => ({ path: '/marathons?sort=asc&limit=2' }) },
  'GET /marathons/:id': { trips: 1, make: ({ marathonId }) => ({ path: `/marathons/${marathonId}` }) },
  'GET /marathons/:id/entrants': {
    trips: 1,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}/entrants` }),
  },
  'POST /marathons': { trips: 2, make: () => ({ path: '/marathons', body: marathonFields() }) },
  'PUT /marathons/:id': {
    trips: 2,
    make: ({ marathonId }) => ({ path: `/marathons/${marathonId}`, body: { location: 'Kiel', capacity: 40 } }),
  },
  'DELETE /marathons/:id': { trips: 2, make: ({ marathonId }) => ({ path: `/marathons/${marathonId}` }) },
  'POST /marathonApplication': {
    trips: 2,
    make: ({ marathonId }) => ({
      path: '/marathonApplication',
      body: applicationFields(marathonId, { firstName: 'Second' }),
    }),
  },
  'GET /marathonApplication': { trips: 1, make: () => ({ path: '/marathonApplication' }) },
  'PUT /marathonApplication/:id': {
    trips: 2,
    make: ({ applicationId }) => ({ path: `/marathonApplication/${applicationId}`, body: { lastName: 'Changed' } }),
  },
  'DELETE /marathonApplication/:id': {
    trips: 2,
    make: ({ applicationId }) => ({ path: `/marathonApplication/${applicationId}` }),
  },
  'POST /sync': { trips: 1, make: (_, uid) => ({ path: '/sync', body: { uid, cursor: null, ops: [] } }) },
  'GET /config': { trips: 0, make: () => ({ path: '/config' }) },
  'GET /health': { trips: 1, make: () => ({ path: '/health' }) },
  'GET /openapi.json': { trips: 0, make: () => ({ path: '/openapi.json' }) },
}

/** Makes Olivia's event and Ravi's application to it. */
export async function setScene(olivia: TestClient, ravi: TestClient): Promise<Scene> {
  const scene = { marathonId: newId('marathon'), applicationId: newId('application') }
  await olivia.sync({ ops: [op('marathon.create', scene.marathonId, marathonFields())] })
  await ravi.sync({ ops: [op('application.create', scene.applicationId, applicationFields(scene.marathonId))] })
  return scene
}

type Clients<Names extends string[]> = { [Index in keyof Names]: TestClient }

/** Fresh accounts, signed in. */
export async function signIn<const Names extends string[]>(...names: Names): Promise<Clients<Names>> {
  return (await Promise.all(names.map((name) => TestClient.signedIn(newId(name))))) as Clients<Names>
}

/** The id of a row that a POST made. */
export async function made(client: TestClient, path: string, body: unknown): Promise<string> {
  const answer = await client.call('POST', path, body)
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json<{ insertedId: string }>()).insertedId
}

/** A problem's code, and the fields it names. */
export async function problemOf(answer: Response): Promise<{ code: string; fields: string[] }> {
  const { code, fields } = await answer.json<{ code: string; fields?: Record<string, string> }>()
  return { code, fields: Object.keys(fields ?? {}) }
}
