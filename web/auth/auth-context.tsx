import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { SessionRecord } from '../data/device-db.ts'
import { AuthFailure, type AuthFailureCode, checkPassword, toAuthFailure } from './auth-failure.ts'

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

/** Everything that reads or changes the session needs Dexie, which the first paint must not wait for. */
const loadSession = () => import('./session-store.ts')

type AuthProviderProps = {
  children: ReactNode
  /** Loads what a signed-in user's screens need; the user is told only once it is there. */
  prepare: () => Promise<unknown>
}

/** Who is signed in, from this phone; Firebase is loaded when somebody signs in or out. */
export function AuthProvider({ children, prepare }: AuthProviderProps) {
  const session = useStoredSession(prepare)
  const [error, setError] = useState<AuthFailureCode | ''>('')
  const calls = useMemo(() => authCalls(setError), [])
  const value = useMemo<AuthContextValue>(
    () => ({ user: session ?? null, loading: session === undefined, error, ...calls }),
    [session, error, calls],
  )
  return <AuthContext value={value}>{children}</AuthContext>
}

/** The stored session, live; undefined until it is known and, where there is one, its screens can be shown. */
function useStoredSession(prepare: () => Promise<unknown>): SessionRecord | null | undefined {
  const [session, setSession] = useState<SessionRecord | null>()
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    const tell = async (record: SessionRecord | null) => {
      if (record) await prepare()
      if (!left) setSession(record)
    }
    loadSession().then(
      ({ watchSession }) => {
        if (!left) stop = watchSession((record) => void tell(record))
      },
      // vite:preloadError reloads the page where that can help; until then nobody is known to be here or not.
      () => undefined,
    )
    return () => {
      left = true
      stop?.()
    }
  }, [prepare])
  return session
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
        const { startSession } = await loadSession()
        await startSession(await firebase.register(email, password, profile))
      }),
    userLogin: (email, password) =>
      attempt(async () => {
        const [firebase, { startSession }] = await Promise.all([loadFirebase(), loadSession()])
        await startSession(await firebase.logIn(email, password))
      }),
    signInWithGoogle: (navigate) =>
      attempt(async () => {
        const [firebase, { startSession }] = await Promise.all([loadFirebase(), loadSession()])
        await startSession(await firebase.logInWithGoogle())
        navigate()
      }),
    resetPassword: (email) => attempt(async () => (await loadFirebase()).sendReset(email)),
    userLogout: async (choice = 'discard') => {
      const { endAccount } = await loadSession()
      await endAccount(choice)
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
