/**
 * `npm run smoke -- https://run.example` tries a deployment: health, headers, what is refused, and one whole round of a
 * throwaway account. For seconds a marathon "Smoke test, please ignore" is public. What the round makes is
 * deleted, also after a failure.
 */
import { DAY_MS, OP_VERSION } from '../../contract/limits.ts'
import type { OpType } from '../../contract/ops.ts'
import { type Fields, parseSyncResponse, type SyncResponse } from '../../contract/sync.ts'
import { FILE_FOLDERS } from '../../worker/pages/file-folders.ts'

const ANSWER_MS = 30_000
const IDENTITY = 'https://identitytoolkit.googleapis.com'

/** The headers of a page, and what each must contain. */
const PAGE_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'geolocation=()',
  'Cache-Control': 'no-store',
}
const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'",
  'Strict-Transport-Security': 'max-age=',
  'X-Content-Type-Options': 'nosniff',
}

interface Config {
  firebase: { apiKey: string; projectId: string }
  emulatorHost: string | null
}

const origin = originFrom(process.argv[2])
/** What must be undone at the end, the last one first. */
const cleanups: [string, () => Promise<unknown>][] = []
/** Ends the calls of the round when the program is stopped, and not those of the cleanup. */
let stop = new AbortController()
let cookie = ''
let email = ''
let uid = ''

function originFrom(address: string | undefined): string {
  if (address && URL.canParse(address) && /^https?:/.test(address)) return new URL(address).origin
  console.error('name the deployment: npm run smoke -- https://run.example')
  process.exit(1)
}

/** Runs one step and prints it. */
async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run()
    console.log(`ok      ${name}`)
    return result
  } catch (error) {
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`)
    throw error
  }
}

function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(origin + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), stop.signal]),
    // The worker takes writes only from pages of its own origin.
    headers: { Origin: origin, 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

function checkHeaders(response: Response, expected: Record<string, string>): void {
  const wrong = Object.entries(expected).filter(([name, part]) => !response.headers.get(name)?.includes(part))
  check(wrong.length === 0, `${wrong.map(([name, part]) => `${name} lacks "${part}"`).join(', ')}`)
}

async function refused(method: string, path: string, body: unknown, status: number, code: string): Promise<void> {
  const response = await call(method, path, body)
  const problem = Object(await response.json().catch(() => ({})))
  check(
    response.status === status && problem.code === code,
    `expected ${status} ${code}, got ${response.status} ${problem.code ?? 'and no problem+json'}`,
  )
}

/** Sends one op, as a phone does, and waits for "applied". */
async function apply(type: OpType, id: string, patch: Fields = {}, base: Fields = {}): Promise<SyncResponse> {
  const op = { opId: crypto.randomUUID(), v: OP_VERSION, type, id, base, patch, at: new Date().toISOString() }
  const response = await call('POST', '/api/sync', { uid, cursor: null, ops: [op] })
  check(response.status === 200, `POST /api/sync answers ${response.status}: ${await response.clone().text()}`)
  const page = parseSyncResponse(await response.json())
  const verdict = page.results[0]
  check(verdict?.status === 'applied', `${type} is not applied: ${JSON.stringify(verdict ?? page.halted)}`)
  check(!verdict.conflicts, `${type} clashes: ${JSON.stringify(verdict.conflicts)}`)
  return page
}

/** A call of Firebase with the deployment's public key, as the app makes it. */
async function firebase({ firebase: { apiKey }, emulatorHost }: Config, action: string, body: unknown) {
  const host = emulatorHost ? `http://${emulatorHost}/identitytoolkit.googleapis.com` : IDENTITY
  const response = await fetch(`${host}/v1/accounts:${action}?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), stop.signal]),
    // The key may be restricted to pages of the deployment.
    headers: { 'Content-Type': 'application/json', Referer: `${origin}/` },
    body: JSON.stringify(body),
  })
  const answer = Object(await response.json().catch(() => ({})))
  check(response.ok, `Firebase refuses accounts:${action}: ${answer.error?.message ?? response.status}`)
  return answer as { idToken: string; localId: string }
}

/** What holds without an account. */
async function tryTheOutside(): Promise<Config> {
  await step('health: the worker and its database answer', async () => {
    const response = await call('GET', '/api/health')
    check(response.status === 200, `GET /api/health answers ${response.status}`)
    check(((await response.json()) as { ok?: boolean }).ok === true, 'the answer is not Startline’s')
    checkHeaders(response, API_HEADERS)
  })
  await step('pages have their security headers', async () => {
    for (const path of ['/', '/marathons']) {
      const response = await call('GET', path)
      check(response.status === 200, `GET ${path} answers ${response.status}`)
      checkHeaders(response, PAGE_HEADERS)
    }
  })
  await step('the service worker is there, and a file of an old build is not', async () => {
    const script = await call('GET', '/service-worker.js')
    const type = script.headers.get('Content-Type') ?? ''
    check(script.status === 200 && type.includes('javascript'), `/service-worker.js is ${script.status} ${type}`)
    // The one of the kill switch keeps no files.
    check(/assets\/[\w.-]+\.js/.test(await script.text()), 'phones do not start offline: is SERVICE_WORKER off?')
    for (const folder of FILE_FOLDERS) {
      const missing = await call('GET', `/${folder}/of-an-old-build.js`)
      check(missing.status === 404, `a missing file of /${folder}/ answers ${missing.status}`)
      checkHeaders(missing, PAGE_HEADERS)
    }
  })
  await step('sign-in is refused without a token and with a wrong one', async () => {
    await refused('POST', '/api/jwt', { email: 'nobody@example.com' }, 401, 'UNAUTHENTICATED')
    const forged = await call('POST', '/api/jwt', { email: 'nobody@example.com' }, { Authorization: 'Bearer a.b.c' })
    check(forged.status === 401, `a forged token answers ${forged.status}`)
  })
  await step('data is refused without a session', async () => {
    await refused('POST', '/api/sync', { uid: 'nobody', cursor: null, ops: [] }, 401, 'UNAUTHENTICATED')
    await refused('GET', '/api/marathonApplication', undefined, 401, 'UNAUTHENTICATED')
  })
  return step('a deployment uses Firebase, and only a local server its emulator', async () => {
    const config = (await (await call('GET', '/api/config')).json()) as Config
    const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
    check(isLoopback || !config.emulatorHost, `it uses the Auth emulator at ${config.emulatorHost}`)
    check(config.firebase.apiKey !== '', 'FIREBASE_API_KEY is empty')
    return config
  })
}

/** One whole round, as a phone makes it. */
async function tryARound(config: Config): Promise<void> {
  email = `smoke-${crypto.randomUUID()}@example.com`
  const login = { email, password: crypto.randomUUID(), returnSecureToken: true }
  await step(`sign-in: a throwaway account, ${email}`, async () => {
    // After a lost answer nobody knows whether it was made, so the cleanup looks for it.
    cleanups.push(['delete the account', () => deleteAccount(config, login)])
    const { idToken, localId } = await firebase(config, 'signUp', login)
    uid = localId
    const response = await call('POST', '/api/jwt', { email }, { Authorization: `Bearer ${idToken}` })
    check(response.status === 200, `POST /api/jwt answers ${response.status}: ${await response.clone().text()}`)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    check(cookie !== '', 'POST /api/jwt sets no cookie')
  })
  const marathon = `smoke-${crypto.randomUUID()}`
  const application = `smoke-${crypto.randomUUID()}`
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const title = 'Smoke test, please ignore'
  const startDate = inDays(3)
  const place = { location: 'Nowhere', description: 'It is deleted at once.', image: `${origin}/samples/sample-1.svg` }
  const person = { firstName: 'Smoke', lastName: 'Test', phoneNumber: '+49 30 000000', email, additionalInfo: '' }

  await step('create a marathon', async () => {
    // After a lost response nobody knows whether it was made, so it is to be deleted from here on.
    cleanups.push(['delete the marathon', () => remove('/api/marathons', marathon)])
    const dates = { regStart: inDays(-1), regEnd: inDays(2), startDate, timeZone: 'UTC' }
    const more = { distance: '10k', capacity: null, registration: 'first-come' }
    await apply('marathon.create', marathon, { title, ...place, ...dates, ...more })
  })
  await step('edit it, and read the edit', async () => {
    const page = await apply('marathon.update', marathon, { location: 'Elsewhere' }, { location: place.location })
    check(page.cursor !== null, 'the response has no cursor')
    const read = (await (await call('GET', `/api/marathons/${marathon}`)).json()) as { location: string }
    check(read.location === 'Elsewhere', `the marathon is at ${read.location}`)
  })
  await step('apply to it', async () => {
    cleanups.push(['withdraw the application', () => remove('/api/marathonApplication', application)])
    await apply('application.create', application, { marathonId: marathon, title, startDate, ...place, ...person })
  })
  await step('withdraw', async () => {
    await apply('application.delete', application)
    const entrants = (await (await call('GET', `/api/marathons/${marathon}/entrants`)).json()) as unknown[]
    check(entrants.length === 0, `the marathon still has ${entrants.length} entrants`)
  })
  await step('delete the marathon', async () => {
    await apply('marathon.delete', marathon)
    await refused('GET', `/api/marathons/${marathon}`, undefined, 404, 'NOT_FOUND')
  })
}

/** Deletes the account at the server, and its login at Firebase also if the server fails. */
async function deleteAccount(config: Config, login: { email: string; password: string }): Promise<void> {
  const isNobody = (error: unknown) => /EMAIL_NOT_FOUND|INVALID_LOGIN_CREDENTIALS/.test(String(error))
  const found = await firebase(config, 'signInWithPassword', { ...login, returnSecureToken: true }).catch((error) => {
    if (isNobody(error)) return null
    throw error
  })
  if (!found) return
  const { idToken } = found
  try {
    const response = await call('POST', '/api/account/deletion', {}, { Authorization: `Bearer ${idToken}` })
    check(response.status === 200, `POST /api/account/deletion answers ${response.status}: ${await response.text()}`)
  } finally {
    await firebase(config, 'delete', { idToken })
  }
}

/** Deletes a row, whether or not it is there. */
async function remove(path: string, id: string): Promise<void> {
  const response = await call('DELETE', `${path}/${id}`)
  check([200, 404, 410].includes(response.status), `DELETE answers ${response.status}: ${await response.text()}`)
}

/** @returns what could not be undone */
async function cleanUp(): Promise<string[]> {
  stop = new AbortController()
  const left: string[] = []
  for (const [name, undo] of cleanups.toReversed()) {
    await step(`clean up: ${name}`, undo).catch(() => left.push(name))
  }
  return left
}

/** Undoes what was made, and says how it ended. */
async function finish(failed: boolean): Promise<void> {
  const left = await cleanUp()
  if (left.length > 0) console.log(`Do this by hand: ${left.join(', ')} (account ${uid || email}).`)
  console.log(failed || left.length > 0 ? `${origin} FAILED` : `${origin} works`)
  process.exitCode = failed || left.length > 0 ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)))
}
// The step that fails says why.
await finish(
  await tryTheOutside()
    .then(tryARound)
    .then(
      () => false,
      () => true,
    ),
)
