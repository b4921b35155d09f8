import Dexie from 'dexie'
import * as z from 'zod/mini'
import { configSchema } from '../../contract/rest.ts'
import { callApi } from '../api.ts'
import { renewCookie } from '../auth/server-session.ts'

// Firebase's code is too large for the service worker, and needs a page for other things. So this module reads the
// refresh token that Firebase stores, and exchanges it at the address that Firebase's code uses too
// (firebase.google.com/docs/reference/rest/auth, "Exchange a refresh token for an ID token").

const TIMEOUT_MS = 20_000

/** What the service worker needs of the user that Firebase stores. */
const storedUserSchema = z.object({
  uid: z.string(),
  email: z.nullish(z.string()),
  displayName: z.nullish(z.string()),
  photoURL: z.nullish(z.string()),
  stsTokenManager: z.object({ refreshToken: z.string() }),
})
const tokenSchema = z.object({ id_token: z.string() })

/**
 * Renews the session of the signed-in account while no page is open, without asking the user. A failure does not end
 * the session.
 * @returns whether there is a new cookie
 */
export async function renewInBackground(uid: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const user = await storedUser(uid)
    if (!user) return false
    return await renewCookie(
      {
        uid,
        email: user.email ?? null,
        displayName: user.displayName ?? null,
        photoURL: user.photoURL ?? null,
        getIdToken: () => fetchIdToken(user.stsTokenManager.refreshToken, signal),
      },
      signal,
    )
  } catch {
    return false
  }
}

/** The user that Firebase stores, if it is this account's. */
async function storedUser(uid: string): Promise<z.infer<typeof storedUserSchema> | null> {
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

/** @throws NoResponse, TypeError or ZodError if there is no new token */
async function fetchIdToken(refreshToken: string, signal?: AbortSignal): Promise<string> {
  const { firebase, emulatorHost } = await callApi('/api/config', (body) => configSchema.parse(body), { signal })
  const host = emulatorHost ? `http://${emulatorHost}/securetoken.googleapis.com` : 'https://securetoken.googleapis.com'
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${host}/v1/token?key=${encodeURIComponent(firebase.apiKey)}`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  return tokenSchema.parse(await response.json()).id_token
}
