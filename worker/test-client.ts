import { exports } from 'cloudflare:workers'
import { UnsecuredJWT } from 'jose'
import type { SyncRequest, SyncResponse } from '../contract/sync.ts'

const ORIGIN = 'http://localhost'
const PROJECT = 'demo-startline'

/** An ID token as the Auth emulator issues it. */
export function emulatorToken(uid: string, claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000)
  return new UnsecuredJWT({ email: `${uid}@example.com`, name: `Name of ${uid}`, auth_time: now, sub: uid, ...claims })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setIssuedAt()
    .setExpirationTime('1h')
    .encode()
}

/** A browser of one account: same-origin headers, and the session cookie once signed in. */
export class TestClient {
  cookie = ''
  readonly uid: string

  constructor(uid: string) {
    this.uid = uid
  }

  static async signedIn(uid: string): Promise<TestClient> {
    const client = new TestClient(uid)
    const answer = await client.call(
      'POST',
      '/jwt',
      { email: `${uid}@example.com` },
      { Authorization: `Bearer ${emulatorToken(uid)}` },
    )
    client.cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return client
  }

  /** One call of the API; a body is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return exports.default.fetch(
      new Request(`${ORIGIN}/api${path}`, {
        method,
        headers: {
          Origin: ORIGIN,
          ...(this.cookie ? { Cookie: this.cookie } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  }

  async sync(request: Partial<SyncRequest> = {}): Promise<SyncResponse> {
    const answer = await this.call('POST', '/sync', { uid: this.uid, cursor: null, ops: [], ...request })
    if (answer.status !== 200) throw new Error(`sync answered ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
}
