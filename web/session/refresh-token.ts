import Dexie from 'dexie'
import * as z from 'zod/mini'
import { fetchConfig } from '../calls/server-config.ts'

// Firebase's code is too large for the service worker, and needs a page for other things. So this module reads the
// refresh token that Firebase stores, and makes calls of Firebase at the addresses that Firebase's code uses too
// (firebase.google.com/docs/reference/rest/auth).

const TIMEOUT_MS = 20_000

/** What is needed of the user that Firebase stores. */
const storedUserSchema = z.object({
  uid: z.string(),
  email: z.nullish(z.string()),
  displayName: z.nullish(z.string()),
  photoURL: z.nullish(z.string()),
  stsTokenManager: z.object({ refreshToken: z.string() }),
})
const tokenSchema = z.object({ id_token: z.string() })
const refusalSchema = z.object({ error: z.object({ message: z.string() }) })

/** Answers of Firebase that another try would get again (firebase.google.com/docs/reference/rest/auth). */
const REFUSALS = [
  'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  'INVALID_GRANT_TYPE',
  'INVALID_ID_TOKEN',
  'INVALID_REFRESH_TOKEN',
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
]

/** Firebase has refused a call, for example because the account was disabled. Another try gets the same answer. */
export class FirebaseRefusal extends Error {
  readonly code: string
  /** @param code the word of Firebase's REST API, for example USER_DISABLED */
  constructor(code: string) {
    super(code)
    this.name = 'FirebaseRefusal'
    this.code = code
  }
}

/** The user that Firebase stores on this phone, if it is this account's. */
export async function storedFirebaseUser(uid: string): Promise<z.infer<typeof storedUserSchema> | null> {
  if (!(await Dexie.exists('firebaseLocalStorageDb'))) return null
  const db = await new Dexie('firebaseLocalStorageDb').open()
  try {
    const rows = (await db.table('firebaseLocalStorage').toArray()) as { value: unknown }[]
    const users = rows.map(({ value }) => storedUserSchema.safeParse(value).data)
    return users.find((user) => user?.uid === uid) ?? null
  } finally {
    db.close()
  }
}

/**
 * Exchanges a refresh token for an ID token.
 * @throws FirebaseRefusal; NoResponse, TypeError or ZodError if there is no answer of Firebase
 */
export async function fetchIdToken(refreshToken: string, signal?: AbortSignal): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  return tokenSchema.parse(await callFirebase('securetoken.googleapis.com/v1/token', body, signal)).id_token
}

/**
 * Deletes the login of an account at Firebase.
 * @throws FirebaseRefusal, for example because the last login was too long ago; else as `fetchIdToken`
 */
export async function deleteLogin(idToken: string): Promise<void> {
  await callFirebase('identitytoolkit.googleapis.com/v1/accounts:delete', JSON.stringify({ idToken }))
}

/** @param body a form, or JSON as text */
async function callFirebase(address: string, body: URLSearchParams | string, signal?: AbortSignal): Promise<unknown> {
  const { firebase, emulatorHost } = await fetchConfig(signal)
  const root = emulatorHost ? `http://${emulatorHost}/` : 'https://'
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${root}${address}?key=${encodeURIComponent(firebase.apiKey)}`, {
    method: 'POST',
    body,
    ...(typeof body === 'string' ? { headers: { 'Content-Type': 'application/json' } } : {}),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const json: unknown = await response.json()
  if (response.ok) return json
  // Some messages go on after the code: 'USER_DISABLED : The account is disabled.'
  const code = refusalSchema.parse(json).error.message.split(' ')[0] ?? ''
  throw REFUSALS.includes(code) ? new FirebaseRefusal(code) : new TypeError(`Firebase answers ${response.status}`)
}
