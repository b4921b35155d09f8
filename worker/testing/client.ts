import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { SignJWT } from 'jose'
import { SESSION_DAYS } from '../../contract/limits.ts'
import { parseSyncResponse, type SyncRequest, type SyncResponse } from '../../contract/sync.ts'
import { emulatorToken } from '../../contract/testing/emulator-token.ts'
import type { Env } from '../env.ts'
import worker from '../index.ts'
import { assertConforms } from './conformance.ts'

const ORIGIN = 'http://localhost'
/** Where a call is: that of mail programs is not below /api. */
const baseOf = (path: string) => (path.startsWith('/unsubscribe/') ? '' : '/api')
const PROJECT = 'demo-startline'

export { emulatorToken }

/** A browser of one account. It sends same-origin headers, and the session cookie after the sign-in. */
export class TestClient {
  cookie = ''
  readonly uid: string
  readonly #env: Partial<Env>
  readonly #contexts: ExecutionContext[] = []

  /** @param overrides bindings and variables that replace those of the test configuration */
  constructor(uid: string, overrides: Partial<Env> = {}) {
    this.uid = uid
    this.#env = overrides
  }

  static async signedIn(uid: string, overrides: Partial<Env> = {}): Promise<TestClient> {
    const client = new TestClient(uid, overrides)
    const response = await client.call(
      'POST',
      '/jwt',
      { email: `${uid}@example.com` },
      // Each sign-in has its own address, because the number of sign-ins from one address is limited.
      { Authorization: `Bearer ${emulatorToken(uid)}`, 'CF-Connecting-IP': crypto.randomUUID() },
    )
    client.cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return client
  }

  /** A client with a session that was issued so long ago. */
  static async signedInAgo(uid: string, ageMs: number): Promise<TestClient> {
    const client = new TestClient(uid)
    const iat = Math.floor((Date.now() - ageMs) / 1000)
    const token = await new SignJWT({ email: `${uid}@example.com`, name: `Name of ${uid}`, sub: uid })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('startline')
      .setAudience(PROJECT)
      .setIssuedAt(iat)
      .setExpirationTime(iat + SESSION_DAYS * 86_400)
      .sign(new TextEncoder().encode(env.SESSION_SECRET))
    client.cookie = `session=${token}`
    return client
  }

  /** Waits for what the worker does after its responses to this client. */
  async untilQuiet(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => waitOnExecutionContext(context)))
  }

  /** One call of the API, with the body as JSON. The response is checked against the route table. */
  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** One call of the API with `init`. Headers in `init` replace this browser's headers. */
  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers({ Origin: ORIGIN, ...(this.cookie ? { Cookie: this.cookie } : {}) })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const request = new Request<unknown, IncomingRequestCfProperties>(`${ORIGIN}${baseOf(path)}${path}`, {
      ...init,
      headers,
    } as RequestInit<IncomingRequestCfProperties>)
    const context = createExecutionContext()
    this.#contexts.push(context)
    const response = await worker.fetch(request, { ...env, ...this.#env }, context)
    const { pathname } = new URL(request.url)
    // Who opens the link of a mail gets the app's page, and `..` leads out of the calls.
    const isPage = pathname.startsWith('/unsubscribe/') ? ['GET', 'HEAD'].includes(request.method) : pathname === '/'
    if (!isPage) await assertConforms(request.method, pathname.slice(baseOf(path).length), response)
    return response
  }

  async sync(request: Partial<SyncRequest> = {}): Promise<SyncResponse> {
    const response = await this.call('POST', '/sync', { uid: this.uid, cursor: null, ops: [], ...request })
    if (response.status !== 200) throw new Error(`sync answered ${response.status}: ${await response.text()}`)
    return parseSyncResponse(await response.json())
  }
}
