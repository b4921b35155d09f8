import type { User } from 'firebase/auth'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { accountFailed } from '../data/account-context.tsx'
import type { SessionRecord } from '../data/device-db.ts'
import type { WipeChoice } from '../data/forget-account.ts'
import { type AuthFailureCode, checkPassword, toAuthFailure } from './auth-failure.ts'
import { loadFirebase } from './load-firebase.ts'

interface SignedInUser {
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
  /** What becomes of the account's data on this phone: see `WipeChoice`; `clean` without one. */
  userLogout(choice?: WipeChoice): Promise<void>
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
    let isLeft = false
    // The last that was told: a session that waits for its code must not be shown after its end.
    let latest: SessionRecord | null | undefined
    const tell = async (record: SessionRecord | null) => {
      latest = record
      if (record) await prepare()
      if (latest === record) setSession(record)
    }
    // vite:preloadError reloads the page where that can help. Where it cannot, a screen that waits for the account says so.
    loadSession()
      .then(({ watchSession }) => {
        stop = watchSession(
          (record) => void tell(record).catch(accountFailed),
          // Where nothing can be stored, nobody is signed in.
          () => void tell(null),
        )
        if (isLeft) stop()
      })
      .catch(accountFailed)
    return () => {
      isLeft = true
      latest = undefined
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
        await signIn((firebase) => firebase.register(email, password, profile))
      }),
    userLogin: (email, password) => attempt(() => signIn((firebase) => firebase.logIn(email, password))),
    signInWithGoogle: (navigate) =>
      attempt(async () => {
        await signIn((firebase) => firebase.logInWithGoogle())
        navigate()
      }),
    resetPassword: (email) => attempt(async () => (await loadFirebase()).sendReset(email)),
    userLogout: async (choice = 'clean') => {
      const { endAccount } = await loadSession()
      await endAccount(choice)
    },
  }
}

/** Signs in at Firebase, then here. @throws AuthFailure or what Firebase throws */
async function signIn(atFirebase: (firebase: typeof import('./firebase.ts')) => Promise<User>): Promise<void> {
  const [firebase, { prepareSignIn, startSession }] = await Promise.all([loadFirebase(), loadSession()])
  await prepareSignIn()
  await startSession(await atFirebase(firebase))
}
