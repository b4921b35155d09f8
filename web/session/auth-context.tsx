import type { User } from 'firebase/auth'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { recordError } from '../../contract/errors.ts'
import { accountFailed } from '../store/account-context.tsx'
import type { SessionRecord } from '../store/device-db.ts'
import type { WipeChoice } from '../store/forget-account.ts'
import { type AuthFailureCode, passwordFailure, toAuthFailure } from './auth-failure.ts'
import { loadFirebase } from './load-firebase.ts'
import type { LogoutOutcome } from './session-store.ts'
import { noteSignedIn, wasSignedIn } from './signed-in-bit.ts'
import { accountsWanted, knownStart, signInOrOnline, whoIsHere } from './who-is-here.ts'

interface SignedInUser {
  uid: string
  email: string
  displayName: string
  photoURL: string
}

/** The authentication context (specification, section 3). Every call rejects with an AuthFailure. */
export interface AuthContextValue {
  user: SignedInUser | null
  loading: boolean
  /** True if the code that shows an account could not be loaded. Then `loading` is false, and `user` is null. */
  isCodeMissing: boolean
  error: string
  userRegistration(email: string, password: string, profile: { displayName: string; photoURL: string }): Promise<void>
  userLogin(email: string, password: string): Promise<void>
  /**
   * @param choice what happens to the account's data on this phone; `clean` if it is left out
   * @param asked the account that the user was asked about. Another one that has logged in since stays signed in
   */
  userLogout(choice?: WipeChoice, asked?: string): Promise<LogoutOutcome>
  signInWithGoogle(navigate: () => void): Promise<void>
  resetPassword(email: string): Promise<void>
}

const AuthContext = createContext<AuthContextValue | null>(null)

/** The live session needs Dexie. The first paint must not wait for Dexie, so this module is loaded later. */
const loadSession = () => import('./session-store.ts')

type AuthProviderProps = {
  children: ReactNode
  /** Loads the code that the screens of a signed-in user need. `user` is set after it has resolved. */
  prepare: () => Promise<unknown>
  /** Whether `prepare` has resolved before the first render. */
  isPrepared?: boolean
}

/** Provides the session that this phone stores. It loads Firebase when somebody signs in or out. */
export function AuthProvider({ children, prepare, isPrepared = false }: AuthProviderProps) {
  const stored = useStoredSession(prepare, isPrepared)
  const [error, setError] = useState<AuthFailureCode | ''>('')
  const [calls] = useState(() => authCalls(setError))
  const value = useMemo<AuthContextValue>(
    () => ({
      user: stored === CODE_MISSING ? null : (stored ?? null),
      loading: stored === undefined,
      isCodeMissing: stored === CODE_MISSING,
      error,
      ...calls,
    }),
    [stored, error, calls],
  )
  return <AuthContext value={value}>{children}</AuthContext>
}

const CODE_MISSING = 'code-missing'
type StoredSession = SessionRecord | null | undefined | typeof CODE_MISSING

/**
 * The stored session, live. It is undefined until it is read and, if there is one, until `prepare` has resolved. The
 * start reads it without Dexie (who-is-here.ts), so that nobody waits for the code that watches it.
 */
function useStoredSession(prepare: () => Promise<unknown>, isPrepared: boolean): StoredSession {
  // Who is known by now has no other first screen. An account needs its code.
  const [stored, setStored] = useState<StoredSession>(() => {
    const known = knownStart()
    return known && !isPrepared ? undefined : known
  })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isCancelled = false
    // The newest record. A session that waits for its code must not appear after it has ended.
    let latest: SessionRecord | null | undefined
    // If a chunk is missing, `vite:preloadError` reloads the page where that helps. Otherwise the screens that wait for
    // the account show the error, and the other screens do not wait any longer.
    const tell = async (record: SessionRecord | null) => {
      // The watch begins with the record that the start has read.
      if (latest !== undefined && JSON.stringify(record) === JSON.stringify(latest)) return
      latest = record
      try {
        if (record) await prepare()
        if (latest === record) setStored(record)
      } catch (error) {
        accountFailed(error)
        if (latest !== record) return
        // The same record may be told again, and the code may be there then.
        latest = undefined
        setStored(CODE_MISSING)
      }
    }
    const watch = async () => {
      const { watchSession } = await loadSession()
      stop = watchSession(
        (record) => void tell(record),
        // Without storage nobody is signed in. Who is shown already stays: the storage may only be slow.
        () => latest === undefined && void tell(null),
        latest?.uid,
      )
      if (isCancelled) stop()
    }
    // A visitor needs nothing of an account. Its code may be missing when the user begins to type, and the form stays.
    const watchWhenThere = async (): Promise<void> => {
      try {
        await watch()
      } catch (error) {
        if (latest !== null || wasSignedIn()) throw error
        await signInOrOnline()
        if (!isCancelled) await watchWhenThere()
      }
    }
    whoIsHere()
      .then((start) => {
        // Where the storage hangs, the watch tells who is here.
        if (start === undefined || isCancelled) return
        noteSignedIn(start !== null)
        void tell(start)
      })
      .then(accountsWanted)
      .then(watchWhenThere)
      .catch((error: unknown) => {
        accountFailed(error)
        setStored(CODE_MISSING)
      })
    return () => {
      isCancelled = true
      latest = undefined
      stop?.()
    }
  }, [prepare])
  return stored
}

/** The authentication context. @throws Error outside of AuthProvider */
export function useAuth(): AuthContextValue {
  const value = use(AuthContext)
  if (!value) throw new Error('useAuth outside of AuthProvider')
  return value
}

type AuthCalls = Omit<AuthContextValue, 'user' | 'loading' | 'isCodeMissing' | 'error'>

function authCalls(setError: (code: AuthFailureCode | '') => void): AuthCalls {
  /** Clears the error, runs the call, and stores the error that it throws (specification, section 5). */
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
        const wrong = passwordFailure(password)
        if (wrong) throw wrong
        await signIn((firebase) => firebase.register(email, password, profile))
      }),
    userLogin: (email, password) => attempt(() => signIn((firebase) => firebase.logIn(email, password))),
    signInWithGoogle: (navigate) =>
      attempt(async () => {
        await signIn((firebase) => firebase.logInWithGoogle())
        navigate()
      }),
    resetPassword: (email) => attempt(async () => (await loadFirebase()).sendReset(email)),
    userLogout: async (choice = 'clean', asked) => {
      const { endAccount } = await loadSession()
      return endAccount(choice, asked)
    },
  }
}

let loginsHere = 0

/** Does a login run in this tab? */
export function isSigningIn(): boolean {
  return loginsHere > 0
}

/**
 * Signs in at Firebase, and then at our server.
 * @throws AuthFailure or what Firebase throws
 */
async function signIn(atFirebase: (firebase: typeof import('./firebase.ts')) => Promise<User>): Promise<void> {
  const [firebase, { duringSignIn, prepareSignIn, startSession }] = await Promise.all([
    loadFirebase(),
    import('./sign-in.ts'),
  ])
  await prepareSignIn()
  loginsHere += 1
  try {
    await duringSignIn(async () => startSession(await atFirebase(firebase)))
    void import('./save-profile.ts').then(({ finishProfile }) => finishProfile()).catch(recordError)
  } catch (error) {
    // `prepareSignIn` has cancelled the call that tells the server of the last logout.
    void import('./server-session.ts').then(({ tellLogout }) => tellLogout()).catch(recordError)
    throw error
  } finally {
    loginsHere -= 1
  }
}
