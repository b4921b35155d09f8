import type { ApplicationFields } from '../../contract/application.ts'
import { DAY_MS } from '../../contract/limits.ts'
import type { MarathonFields } from '../../contract/marathon.ts'

export const PASSWORD = 'Marathon1'
const PROJECT_ID = 'demo-startline'

export type NewMarathon = MarathonFields & { _id: string }

/** An account of a test's own: nothing that another test does reaches it. */
export interface Account {
  email: string
  displayName: string
  uid: string
  /** Calls the API as this account; throws where the answer is no success. */
  call(method: string, path: string, body?: unknown): Promise<unknown>
  /** Makes an event of this account's; see `eventFields`. */
  createMarathon(part?: Partial<NewMarathon>): Promise<NewMarathon>
}

let made = 0

/** Registers an account at the Auth emulator and opens a session for API calls. */
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
  const { idToken } = await identity(origin, 'accounts:signInWithPassword', {
    email,
    password: PASSWORD,
    returnSecureToken: true,
  })
  const answer = await send(origin, 'POST', '/api/jwt', { email }, { Authorization: `Bearer ${idToken}` })
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await send(origin, method, path, body, { Cookie: cookie.join('; ') })).json()
  const createMarathon = async (part?: Partial<NewMarathon>) => {
    const marathon = newMarathonFields({ image: `${origin}/samples/sample-1.svg`, ...part })
    await call('POST', '/api/marathons', marathon)
    return marathon
  }
  return { email, displayName, uid, call, createMarathon }
}

/** The emulator's host, as the app itself is told. */
export async function emulatorHost(origin: string): Promise<string> {
  const config = (await (await fetch(`${origin}/api/config`)).json()) as { emulatorHost: string }
  return config.emulatorHost
}

/** The mails that the Auth emulator would have sent, oldest first. */
export async function sentMails(origin: string): Promise<{ email: string; requestType: string; oobLink: string }[]> {
  const answer = await fetch(`http://${await emulatorHost(origin)}/emulator/v1/projects/${PROJECT_ID}/oobCodes`)
  return ((await answer.json()) as { oobCodes: [] }).oobCodes
}

/** An event that is open now, in ten days; ids are the test's own. */
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
    ...part,
    _id,
  }
}

/** What a runner sends to apply to an event. */
export function applicationFields(marathon: NewMarathon, part: Partial<ApplicationFields> = {}): ApplicationFields {
  const { _id: marathonId, title, startDate, location, image, description } = marathon
  return {
    marathonId,
    title,
    startDate,
    location,
    image,
    description,
    firstName: 'Ada',
    lastName: 'Runner',
    phoneNumber: '+49 30 123456',
    email: 'ada@example.com',
    additionalInfo: '',
    ...part,
  }
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

function newMarathonId(): string {
  return `e2e-${process.pid}-${Math.random().toString(36).slice(2, 10)}`
}

async function identity(origin: string, path: string, body: unknown): Promise<{ localId: string; idToken: string }> {
  const answer = await fetch(
    `http://${await emulatorHost(origin)}/identitytoolkit.googleapis.com/v1/${path}?key=demo`,
    {
      method: 'POST',
      headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  if (!answer.ok) throw new Error(`the Auth emulator answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { localId: string; idToken: string }
}

async function send(
  origin: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  const answer = await fetch(origin + path, {
    method,
    headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`)
  return answer
}
