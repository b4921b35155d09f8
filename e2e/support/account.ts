import type { ApplicationFields } from '../../contract/application.ts'
import { EMPTY_APPLICATION } from '../../contract/fields.ts'
import { DAY_MS } from '../../contract/limits.ts'
import type { MarathonFields } from '../../contract/marathon.ts'
import { PROJECT_ID } from '../../scripts/local/local-settings.ts'
import { PASSWORD } from '../../scripts/local/seed.ts'

export { PASSWORD }

export type NewMarathon = MarathonFields & { _id: string }
type NewApplication = ApplicationFields & { waitingList: boolean }

/** An account that only one test uses. */
export interface Account {
  email: string
  displayName: string
  uid: string
  /** The Cookie header of its session. */
  cookie: string
  /** Calls the API as this account and returns the body. @throws Error for a response that is not 2xx */
  call(method: string, path: string, body?: unknown): Promise<unknown>
  /** Calls the API like `call`, and returns the response. */
  send(method: string, path: string, body?: unknown): Promise<Response>
  /** Creates a marathon of this account; see `newMarathonFields`. */
  createMarathon(part?: Partial<NewMarathon>): Promise<NewMarathon>
  /** Applies to a marathon; see `applicationFields`. */
  apply(marathon: NewMarathon, part?: Partial<NewApplication>): Promise<{ insertedId: string }>
}

let made = 0

/** Registers an account in the Auth emulator and opens a session for API calls. */
export async function createAccount(origin: string, displayName: string, photoUrl = ''): Promise<Account> {
  made += 1
  const name = displayName.toLowerCase().replaceAll(' ', '.')
  const email = `${name}.${process.pid}.${made}@example.com`
  const { localId: uid } = await identity(origin, `projects/${PROJECT_ID}/accounts`, {
    email,
    password: PASSWORD,
    displayName,
    photoUrl,
  })
  const { idToken } = await signIn(origin, email)
  return openAccount(origin, { email, displayName, uid }, idToken)
}

/** Opens a session for API calls of an account. @param idToken of Firebase */
export async function openAccount(
  origin: string,
  { email, displayName, uid }: Pick<Account, 'email' | 'displayName' | 'uid'>,
  idToken: string,
): Promise<Account> {
  const response = await send(origin, 'POST', '/api/jwt', { email }, { Authorization: `Bearer ${idToken}` })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const sendAs = (method: string, path: string, body?: unknown) => send(origin, method, path, body, { Cookie: cookie })
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await sendAs(method, path, body)).json()
  const createMarathon = async (part?: Partial<NewMarathon>) => {
    const marathon = newMarathonFields({ image: `${origin}/samples/sample-1.svg`, ...part })
    await call('POST', '/api/marathons', marathon)
    return marathon
  }
  const apply = async (marathon: NewMarathon, part?: Partial<NewApplication>) =>
    (await call('POST', '/api/marathonApplication', applicationFields(marathon, part))) as { insertedId: string }
  return { email, displayName, uid, cookie, call, send: sendAs, createMarathon, apply }
}

/** The host of the Auth emulator, from the app's configuration. */
export async function emulatorHost(origin: string): Promise<string> {
  const config = (await (await fetch(`${origin}/api/config`)).json()) as { emulatorHost: string }
  return config.emulatorHost
}

/** The mails that the Auth emulator would have sent, the oldest first. */
export async function sentMails(origin: string): Promise<{ email: string; requestType: string; oobLink: string }[]> {
  const response = await fetch(`http://${await emulatorHost(origin)}/emulator/v1/projects/${PROJECT_ID}/oobCodes`)
  return ((await response.json()) as { oobCodes: [] }).oobCodes
}

/** A marathon that is open for registration and starts in ten days; `part` replaces some fields. */
export function newMarathonFields(part: Partial<NewMarathon> = {}): NewMarathon {
  const _id = part._id ?? newMarathonId()
  return {
    title: `Test run ${_id.slice(-8)}`,
    location: 'Test Town, Testland',
    description: 'A loop around the test track.',
    image: 'http://localhost/none.svg',
    distance: '10k',
    timeZone: 'UTC',
    regStart: inDays(-5),
    regEnd: inDays(5),
    startDate: inDays(10),
    capacity: null,
    registration: 'first-come',
    perAccount: 10,
    questions: '',
    staffFields: '',
    categories: '',
    splits: '',
    organisedBy: '',
    handOverUntil: null,
    deferTo: null,
    imageSize: '',
    ...part,
    _id,
  }
}

/** The fields that a runner sends to apply to a marathon; `part` replaces some of them. */
export function applicationFields(marathon: NewMarathon, part: Partial<NewApplication> = {}): ApplicationFields {
  const { _id: marathonId, title, startDate, location, image, description } = marathon
  return {
    marathonId,
    title,
    startDate,
    ...EMPTY_APPLICATION,
    location,
    image,
    description,
    firstName: 'Ada',
    lastName: 'Runner',
    phoneNumber: '+49 30 123456',
    email: 'ada@example.com',
    ...part,
  }
}

/** Makes an application of the account. @returns the code of the entry */
export async function enterRunner(account: Account, fields: ApplicationFields): Promise<string> {
  const { insertedId } = (await account.call('POST', '/api/marathonApplication', fields)) as { insertedId: string }
  const own = (await account.call('GET', '/api/marathonApplication')) as { _id: string; code: string }[]
  return own.find(({ _id }) => _id === insertedId)?.code ?? ''
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

export function newMarathonId(): string {
  return `e2e-${process.pid}-${Math.random().toString(36).slice(2, 10)}`
}

/** A signed-in user of Firebase, without a browser. */
export interface FirebaseSignIn {
  uid: string
  displayName: string
  photoUrl: string
  idToken: string
  refreshToken: string
}

/** Signs in at the Auth emulator. */
export async function signIn(origin: string, email: string): Promise<FirebaseSignIn> {
  const credentials = { email, password: PASSWORD, returnSecureToken: true }
  const { localId: uid, idToken, refreshToken } = await identity(origin, 'accounts:signInWithPassword', credentials)
  const { users } = await identity(origin, `projects/${PROJECT_ID}/accounts:lookup`, { localId: [uid] })
  const { displayName = '', photoUrl = '' } = users[0] ?? {}
  return { uid, displayName, photoUrl, idToken, refreshToken }
}

interface Identity {
  localId: string
  idToken: string
  refreshToken: string
  users: { displayName?: string; photoUrl?: string }[]
}

async function identity(origin: string, path: string, body: unknown): Promise<Identity> {
  const response = await fetch(
    `http://${await emulatorHost(origin)}/identitytoolkit.googleapis.com/v1/${path}?key=demo`,
    {
      method: 'POST',
      headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  if (!response.ok) throw new Error(`the Auth emulator answers ${response.status}: ${await response.text()}`)
  return (await response.json()) as Identity
}

async function send(
  origin: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  const response = await fetch(origin + path, {
    method,
    headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`)
  return response
}
