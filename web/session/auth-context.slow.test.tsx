import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountReady } from '../store/account-context.tsx'
import type { SessionRecord } from '../store/device-db.ts'
import { deviceDb } from '../store/device-db.ts'
import { until } from '../testing/render-hook.tsx'
import { sessionOf } from '../testing/test-account.ts'
import { type AuthContextValue, AuthProvider, useAuth } from './auth-context.tsx'
import { AuthFailure } from './auth-failure.ts'
import { noteSignedIn } from './signed-in-bit.ts'

/** Stands for the phone's session and for Firebase. The tests check what the app learns from them. */
const phone = vi.hoisted(() => ({
  tell: undefined as ((record: SessionRecord | null) => void) | undefined,
  shown: undefined as string | undefined,
  fail: undefined as (() => void) | undefined,
  /** The code that watches the session cannot be had. */
  isCodeMissing: false,
  stop: vi.fn(),
  prepareSignIn: vi.fn(async () => undefined),
  startSession: vi.fn(async (_user: unknown) => undefined),
  endAccount: vi.fn(async (_choice: string) => undefined),
  tellLogout: vi.fn(async () => undefined),
  finishProfile: vi.fn(async () => undefined),
}))
const firebase = vi.hoisted(() => ({
  logIn: vi.fn(async (..._args: unknown[]) => ({ uid: 'by-password' })),
  register: vi.fn(async (..._args: unknown[]) => ({ uid: 'registered' })),
  logInWithGoogle: vi.fn(async () => ({ uid: 'by-google' })),
  sendReset: vi.fn(async (_email: string) => undefined),
}))
vi.mock('./session-store.ts', () => ({
  watchSession: (tell: (record: SessionRecord | null) => void, fail: () => void, shown?: string) => {
    if (phone.isCodeMissing) throw new Error('code missing')
    phone.tell = tell
    phone.fail = fail
    phone.shown = shown
    return phone.stop
  },
  endAccount: phone.endAccount,
}))
/** What the start of the page reads of the phone. Most tests look at what the watch tells after it. */
const atStart = vi.hoisted(() => ({
  whoIsHere: vi.fn<() => Promise<unknown>>(async () => undefined),
  accountsWanted: vi.fn(async () => undefined),
  signInOrOnline: vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined)),
  knownStart: vi.fn<() => unknown>(() => undefined),
}))
vi.mock('./who-is-here.ts', () => atStart)
vi.mock('./sign-in.ts', () => ({
  prepareSignIn: phone.prepareSignIn,
  startSession: phone.startSession,
  duringSignIn: (signIn: () => Promise<unknown>) => signIn(),
}))
vi.mock('./server-session.ts', () => ({ tellLogout: phone.tellLogout }))
vi.mock('./save-profile.ts', () => ({ finishProfile: phone.finishProfile }))
vi.mock('./load-firebase.ts', () => ({ loadFirebase: async () => firebase }))

let root: Root
let auth: AuthContextValue
const prepare = vi.fn<() => Promise<unknown>>()

function Probe() {
  auth = useAuth()
  return null
}
/** Opens a page. @returns its root, to be unmounted */
function openPage(): Root {
  const page = createRoot(document.createElement('div'))
  page.render(
    <AuthProvider prepare={prepare}>
      <Probe />
    </AuthProvider>,
  )
  return page
}
beforeEach(async () => {
  vi.clearAllMocks()
  phone.tell = undefined
  phone.isCodeMissing = false
  await deviceDb.session.clear()
  prepare.mockReset().mockResolvedValue(undefined)
  root = openPage()
  await until(() => expect(phone.tell).toBeDefined())
})
afterEach(() => root.unmount())

const calm = () => new Promise((resolve) => setTimeout(resolve, 20))
const shown = () => [auth.user?.uid ?? null, auth.loading]

describe('who is signed in', () => {
  it('is not known until the phone was read', async () => {
    expect(shown()).toEqual([null, true])
    phone.tell?.(null)
    await until(() => expect(shown()).toEqual([null, false]))
    expect(prepare).not.toHaveBeenCalled()
  })

  it('is told once the screens of an account can be shown', async () => {
    const ready = Promise.withResolvers<void>()
    prepare.mockReturnValue(ready.promise)
    phone.tell?.(sessionOf('ada'))
    await calm()
    expect(shown()).toEqual([null, true])
    ready.resolve()
    await until(() => expect(shown()).toEqual(['ada', false]))
  })

  it('is nobody where the session ended while its screens were loaded', async () => {
    const ready = Promise.withResolvers<void>()
    prepare.mockReturnValue(ready.promise)
    phone.tell?.(sessionOf('ada'))
    phone.tell?.(null)
    ready.resolve()
    await calm()
    expect(shown()).toEqual([null, false])
  })

  it('is not waited for any longer where the code of its screens is missing', async () => {
    prepare.mockRejectedValueOnce(new Error('code missing'))
    phone.tell?.(sessionOf('ada'))
    await until(() => expect(shown()).toEqual([null, false]))
    expect(auth.isCodeMissing).toBe(true)
    await expect(accountReady()).rejects.toThrow('code missing')
    phone.tell?.(sessionOf('ada'))
    await until(() => expect(shown()).toEqual(['ada', false]))
    expect(auth.isCodeMissing).toBe(false)
  })

  it('is nobody where the session ended before its code turned out to be missing', async () => {
    const code = Promise.withResolvers<void>()
    prepare.mockReturnValue(code.promise)
    phone.tell?.(sessionOf('ada'))
    phone.tell?.(null)
    code.reject(new Error('code missing'))
    await calm()
    expect(shown()).toEqual([null, false])
    expect(auth.isCodeMissing).toBe(false)
  })

  it('stays signed in while the storage cannot be read, and is nobody if it never could', async () => {
    phone.fail?.()
    await until(() => expect(shown()).toEqual([null, false]))
    phone.tell?.(sessionOf('ada'))
    await until(() => expect(shown()).toEqual(['ada', false]))
    phone.fail?.()
    await calm()
    expect(shown()).toEqual(['ada', false])
  })

  /** A page whose visitor has touched it, where the code that watches the session cannot be had. */
  async function visitorWithoutCode() {
    const chance = Promise.withResolvers<void>()
    atStart.whoIsHere.mockResolvedValueOnce(null)
    atStart.signInOrOnline.mockReturnValueOnce(chance.promise)
    phone.tell = undefined
    phone.isCodeMissing = true
    const page = openPage()
    await until(() => expect(shown()).toEqual([null, false]))
    await calm()
    return { chance, leave: () => page.unmount() }
  }

  it('is a visitor whose form stays until the code that watches the session can be had', async () => {
    const { chance, leave } = await visitorWithoutCode()
    expect(auth.isCodeMissing).toBe(false)
    phone.isCodeMissing = false
    chance.resolve()
    await until(() => expect(phone.tell).toBeDefined())
    leave()
  })

  it('is told as missing code where a visitor has signed in meanwhile', async () => {
    const { chance, leave } = await visitorWithoutCode()
    noteSignedIn(true)
    chance.resolve()
    await until(() => expect(auth.isCodeMissing).toBe(true))
    leave()
  })

  it('is nobody where nothing can be stored', async () => {
    phone.fail?.()
    await until(() => expect(shown()).toEqual([null, false]))
  })

  it('is watched until the page is left, and not stopped before', async () => {
    await calm()
    expect(phone.stop).not.toHaveBeenCalled()
    root.unmount()
    await until(() => expect(phone.stop).toHaveBeenCalledTimes(1))
  })

  it.each([
    ['a user', sessionOf('ada'), 'ada'],
    ['a visitor', null, null],
  ])('is known from the start of the page, before the code that watches it (%s)', async (_name, session, uid) => {
    phone.tell = undefined
    const watched = Promise.withResolvers<undefined>()
    atStart.whoIsHere.mockResolvedValueOnce(session)
    atStart.accountsWanted.mockReturnValueOnce(watched.promise)
    const page = openPage()
    await until(() => expect(shown()).toEqual([uid, false]))
    expect(phone.tell).toBeUndefined()
    const { user } = auth
    watched.resolve(undefined)
    await until(() => expect(phone.tell).toBeDefined())
    expect(phone.shown).toBe(uid ?? undefined)
    // The watch begins with the same record: no screen is rendered anew for it.
    ;(phone.tell as unknown as (record: unknown) => void)(session && { ...session })
    await calm()
    expect(auth.user).toBe(user)
    page.unmount()
  })

  it.each([
    ['a visitor', null, false, null, false],
    ['a user whose code is there', sessionOf('ada'), true, 'ada', false],
    ['a user whose code is not there yet', sessionOf('ada'), false, undefined, true],
  ])('is told by the phone before the first render (%s)', (_name, session, isPrepared, uid, loading) => {
    atStart.knownStart.mockReturnValueOnce(session)
    const page = createRoot(document.createElement('div'))
    const tell = vi.fn()
    flushSync(() =>
      page.render(
        <AuthProvider prepare={prepare} isPrepared={isPrepared}>
          <FreshProbe useFresh={useAuth} tell={tell} />
        </AuthProvider>,
      ),
    )
    expect(tell.mock.calls).toEqual([[uid ? expect.objectContaining({ uid }) : null, loading, false]])
    page.unmount()
  })

  it('notes that nobody is signed in, where the phone has no session', async () => {
    noteSignedIn(true)
    atStart.whoIsHere.mockResolvedValueOnce(null)
    const page = createRoot(document.createElement('div'))
    page.render(<AuthProvider prepare={prepare}>{null}</AuthProvider>)
    await until(() => expect(localStorage.length).toBe(0))
    page.unmount()
  })

  it('is not watched on a page that was left before its code came', async () => {
    await calm()
    phone.tell = undefined
    const left = createRoot(document.createElement('div'))
    flushSync(() => left.render(<AuthProvider prepare={prepare}>{null}</AuthProvider>))
    left.unmount()
    await until(() => expect(phone.tell).toBeDefined())
    await until(() => expect(phone.stop).toHaveBeenCalledTimes(1))
  })

  it('is only known below the provider', () => {
    expect(() => renderToStaticMarkup(<Probe />)).toThrow('useAuth outside of AuthProvider')
  })
})

describe('signing in', () => {
  it.each([
    ['by password', () => auth.userLogin('a@example.com', 'Abcdef'), 'by-password'],
    [
      'by registration',
      () => auth.userRegistration('a@example.com', 'Abcdef', { displayName: 'Ada', photoURL: '' }),
      'registered',
    ],
    ['by Google', () => auth.signInWithGoogle(() => undefined), 'by-google'],
  ])('%s is at Firebase first, then here', async (_name, signIn, uid) => {
    await signIn()
    expect(phone.prepareSignIn).toHaveBeenCalledTimes(1)
    expect(phone.startSession).toHaveBeenCalledExactlyOnceWith({ uid })
    // What an interrupted registration has left is set as soon as there is a session.
    await until(() => expect(phone.finishProfile).toHaveBeenCalledTimes(1))
    expect(phone.prepareSignIn.mock.invocationCallOrder[0]).toBeLessThan(
      phone.startSession.mock.invocationCallOrder[0] ?? 0,
    )
  })

  it('hands over what was typed', async () => {
    await auth.userLogin('a@example.com', 'Abcdef')
    expect(firebase.logIn).toHaveBeenCalledWith('a@example.com', 'Abcdef')
    await auth.userRegistration('b@example.com', 'Bcdefg', { displayName: 'Bea', photoURL: 'p' })
    expect(firebase.register).toHaveBeenCalledWith('b@example.com', 'Bcdefg', { displayName: 'Bea', photoURL: 'p' })
  })

  it('does not ask Firebase to register with a password that is too easy', async () => {
    const profile = { displayName: 'Ada', photoURL: '' }
    await expect(auth.userRegistration('a@example.com', 'abcdef', profile)).rejects.toMatchObject({
      code: 'easy-password',
    })
    expect(firebase.register).not.toHaveBeenCalled()
    await until(() => expect(auth.error).toBe('easy-password'))
  })

  it('by Google leads on after the session began, and not where it did not', async () => {
    const navigate = vi.fn()
    phone.startSession.mockRejectedValueOnce(new AuthFailure('rate-limited'))
    await expect(auth.signInWithGoogle(navigate)).rejects.toMatchObject({ code: 'rate-limited' })
    expect(navigate).not.toHaveBeenCalled()
    await auth.signInWithGoogle(navigate)
    expect(navigate).toHaveBeenCalledTimes(1)
  })

  it('tells a failure until the next try', async () => {
    firebase.logIn.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'auth/wrong-password' }))
    await expect(auth.userLogin('a@example.com', 'Abcdef')).rejects.toMatchObject({ code: 'invalid-credential' })
    await until(() => expect(auth.error).toBe('invalid-credential'))
    expect(phone.startSession).not.toHaveBeenCalled()
    // The last logout, whose call the login has cancelled, is told again.
    await until(() => expect(phone.tellLogout).toHaveBeenCalledTimes(1))
    await auth.userLogin('a@example.com', 'Abcdef')
    expect(phone.tellLogout).toHaveBeenCalledTimes(1)
    await until(() => expect(auth.error).toBe(''))
  })
})

it('a reset is asked of Firebase', async () => {
  await auth.resetPassword('a@example.com')
  expect(firebase.sendReset).toHaveBeenCalledWith('a@example.com')
})

it('a logout is clean unless the user chose otherwise', async () => {
  await auth.userLogout()
  await auth.userLogout('keep', 'ada')
  expect(phone.endAccount.mock.calls).toEqual([
    ['clean', undefined],
    ['keep', 'ada'],
  ])
})

function FreshProbe({ useFresh, tell }: { useFresh: typeof useAuth; tell: (...told: unknown[]) => void }) {
  const { user, loading, isCodeMissing } = useFresh()
  tell(user, loading, isCodeMissing)
  return null
}

// The last test of this file: it replaces what the others load.
it('a session is not waited for any longer where the code that reads the phone is missing', async () => {
  vi.resetModules()
  vi.doMock('./session-store.ts', () => Promise.reject(new Error('code missing')))
  const fresh = await import('./auth-context.tsx')
  const tell = vi.fn()
  const page = createRoot(document.createElement('div'))
  page.render(
    <fresh.AuthProvider prepare={prepare}>
      <FreshProbe useFresh={fresh.useAuth} tell={tell} />
    </fresh.AuthProvider>,
  )
  await until(() => expect(tell).toHaveBeenLastCalledWith(null, false, true))
  page.unmount()
})
