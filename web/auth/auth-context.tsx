import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { AccountDb, accountDbName } from '../data/account-db.ts'
import { deviceDb } from '../data/device-db.ts'
import { AuthFailure, type AuthFailureCode, checkPassword, toAuthFailure } from './auth-failure.ts'
import { endSession, startSession } from './server-session.ts'

export interface SignedInUser {
  uid: string
  email: string
  displayName: string
  photoURL: string
}

/** The specification's authentication context (section 3). Every call rejects with an AuthFailure. */
export interface AuthContextValue {
  user: SignedInUser | null
  loading: boolean
  error: string
  userRegistration(email: string, password: string, profile: { displayName: string; photoURL: string }): Promise<void>
  userLogin(email: string, password: string): Promise<void>
  /** `keep` leaves unsent edits on this phone for this account; anything else deletes the account's data here. */
  userLogout(choice?: 'keep' | 'discard'): Promise<void>
  signInWithGoogle(navigate: () => void): Promise<void>
  resetPassword(email: string): Promise<void>
}

const AuthContext = createContext<AuthContextValue | null>(null)

/** Who is signed in, from this phone; Firebase is loaded when somebody signs in or out. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const session = useLiveQuery(() => deviceDb.session.get('current').then((record) => record ?? null))
  const [error, setError] = useState<AuthFailureCode | ''>('')
  const calls = useMemo(() => authCalls(setError), [])
  const value = useMemo<AuthContextValue>(
    () => ({ user: session ?? null, loading: session === undefined, error, ...calls }),
    [session, error, calls],
  )
  return <AuthContext value={value}>{children}</AuthContext>
}

export function useAuth(): AuthContextValue {
  const value = use(AuthContext)
  if (!value) throw new Error('useAuth outside of AuthProvider')
  return value
}

type AuthCalls = Omit<AuthContextValue, 'user' | 'loading' | 'error'>

function authCalls(setError: (code: AuthFailureCode | '') => void): AuthCalls {
  /** Clears the last error, runs, and stores the next one (specification, section 5). */
  const attempt = async (run: () => Promise<unknown>) => {
    setError('')
    try {
      await run()
    } catch (thrown) {
      const failure = toAuthFailure(thrown)
      setError(failure.code)
      throw failure
    }
  }
  return {
    userRegistration: (email, password, profile) =>
      attempt(async () => {
        checkPassword(password)
        const firebase = await loadFirebase()
        await startSession(await firebase.register(email, password, profile))
      }),
    userLogin: (email, password) =>
      attempt(async () => startSession(await (await loadFirebase()).logIn(email, password))),
    signInWithGoogle: (navigate) =>
      attempt(async () => {
        await startSession(await (await loadFirebase()).logInWithGoogle())
        navigate()
      }),
    resetPassword: (email) => attempt(async () => (await loadFirebase()).sendReset(email)),
    userLogout: async (choice = 'discard') => {
      const session = await deviceDb.session.get('current')
      await endSession()
      if (session) await (choice === 'keep' ? forgetCache(session.uid) : Dexie.delete(accountDbName(session.uid)))
      // Firebase may be out of reach; what it remembers is only ever used for the account that is signed in.
      await loadFirebase()
        .then((firebase) => firebase.logOut())
        .catch(() => undefined)
    },
  }
}

async function loadFirebase() {
  try {
    return await import('./firebase.ts')
  } catch (cause) {
    throw new AuthFailure('offline', cause)
  }
}

/** Empties what can be fetched again; the queue, its answers and drafts stay for this account. */
async function forgetCache(uid: string) {
  const db = new AccountDb(uid)
  await db.transaction('rw', db.marathons, db.applications, db.sync, db.packs, async () => {
    await Promise.all([db.marathons.clear(), db.applications.clear(), db.sync.clear(), db.packs.clear()])
  })
  db.close()
}
