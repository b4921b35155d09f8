import { type LocalSettings, PROJECT_ID } from './local-settings.ts'
import { sampleApplications, sampleMarathons } from './sample-marathons.ts'

/** The accounts of every local Startline. Their uids are fixed, so that they own the sample rows after each start. */
export const ACCOUNTS = {
  organiser: {
    localId: 'seedOrganiserUid0000000000000',
    email: 'organiser@example.com',
    displayName: 'Olivia Brandt',
  },
  runner: { localId: 'seedRunnerUid00000000000000000', email: 'runner@example.com', displayName: 'Ravi Menon' },
} as const
export const PASSWORD = 'Marathon1'

/** Creates the accounts that the Auth emulator does not have yet. */
export async function createAccounts({ authPort }: LocalSettings): Promise<void> {
  for (const account of Object.values(ACCOUNTS)) {
    const created = await identity(authPort, `projects/${PROJECT_ID}/accounts`, { ...account, password: PASSWORD })
    const code = created.error?.message ?? ''
    if (created.error && !/^(DUPLICATE_LOCAL_ID|EMAIL_EXISTS)/.test(code)) {
      throw new Error(`Auth emulator refuses ${account.email}: ${code}`)
    }
  }
}

/**
 * Creates the sample marathons and applications through the public API, as the app does. Their ids are fixed: a row
 * that exists or was deleted since an earlier start is not changed.
 */
export async function seedMarathons(settings: LocalSettings): Promise<void> {
  const { origin } = settings
  const marathons = sampleMarathons(Date.now(), origin)
  const organiser = await signIn(settings, ACCOUNTS.organiser.email)
  const last = await organiser('GET', `/api/marathons/${marathons.at(-1)?._id}`)
  if (last.ok || last.status === 410) return

  for (const marathon of marathons)
    await expectCreated(await organiser('POST', '/api/marathons', marathon), marathon._id)
  const runner = await signIn(settings, ACCOUNTS.runner.email)
  for (const application of sampleApplications(marathons)) {
    await expectCreated(await runner('POST', '/api/marathonApplication', application), application._id)
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<Response>

async function signIn({ authPort, origin }: LocalSettings, email: string): Promise<Call> {
  const { idToken } = await identity(authPort, 'accounts:signInWithPassword', {
    email,
    password: PASSWORD,
    returnSecureToken: true,
  })
  const call =
    (headers: Record<string, string>): Call =>
    (method, path, body) =>
      fetchAgain(origin + path, {
        method,
        headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
  const response = await call({ Authorization: `Bearer ${idToken}` })('POST', '/api/jwt', { email })
  if (!response.ok) throw new Error(`POST /api/jwt for ${email} answers ${response.status}: ${await response.text()}`)
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return call({ Cookie: cookie.join('; ') })
}

async function expectCreated(response: Response, id: string): Promise<void> {
  // 409: it exists. 410: somebody deleted it.
  if (response.ok || response.status === 409 || response.status === 410) return
  throw new Error(`Sample ${id} is refused with ${response.status}: ${await response.text()}`)
}

async function identity(authPort: number, path: string, body: unknown) {
  const response = await fetchAgain(`http://127.0.0.1:${authPort}/identitytoolkit.googleapis.com/v1/${path}?key=demo`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { idToken?: string; error?: { message: string } }
}

const TRIES = 4
const PAUSE_MS = 250

/** Repeats a fetch that fails, because a busy machine sometimes drops a connection. All calls here may be repeated. */
async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (attempt === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
    }
  }
}
