import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as device from '../store/device-db.ts'

/** Stands for Firebase. The tests check which of its functions are called, and with which arguments. */
const sdk = vi.hoisted(() => {
  const user = {
    uid: 'ada',
    email: 'ada@example.com',
    displayName: null as string | null,
    photoURL: null as string | null,
    emailVerified: false,
    getIdToken: vi.fn(async (_force?: boolean) => 'token'),
  }
  const auth = {
    currentUser: user as typeof user | null,
    authStateReady: vi.fn(async () => undefined),
    languageCode: null as string | null,
  }
  return {
    user,
    auth,
    initializeApp: vi.fn((settings: object) => ({ settings })),
    initializeAuth: vi.fn(() => auth),
    connectAuthEmulator: vi.fn(),
    createUserWithEmailAndPassword: vi.fn(async () => ({ user })),
    signInWithEmailAndPassword: vi.fn(async () => ({ user })),
    signInWithPopup: vi.fn(async () => ({ user })),
    sendPasswordResetEmail: vi.fn(async () => undefined),
    sendEmailVerification: vi.fn(async () => undefined),
    reload: vi.fn(async (_of: object) => undefined),
    signOut: vi.fn(async () => undefined),
    updateProfile: vi.fn(async (of: object, profile: object) => void Object.assign(of, profile)),
  }
})
vi.mock('firebase/app', () => ({ initializeApp: sdk.initializeApp }))
vi.mock('firebase/auth', () => ({
  ...sdk,
  GoogleAuthProvider: class {
    readonly providerId = 'google.com'
  },
  indexedDBLocalPersistence: 'indexed-db',
  browserPopupRedirectResolver: 'resolver',
}))

const network = vi.fn<typeof fetch>()
const settings = { firebase: { apiKey: 'key', authDomain: 'localhost', projectId: 'demo-startline' }, emulatorHost: '' }

/** The module in the state of a page that was just opened. */
async function freshFirebase() {
  vi.resetModules()
  // A second connection to the device database would wake the live queries of other tests.
  vi.doMock('../store/device-db.ts', () => device)
  return import('./firebase.ts')
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', network)
  network.mockReset().mockImplementation(async () => Response.json(settings))
  Object.assign(sdk.user, { displayName: null, photoURL: null, emailVerified: false })
})
afterEach(async () => {
  await device.deviceDb.marks.clear()
  vi.unstubAllGlobals()
  vi.doUnmock('../store/device-db.ts')
  vi.resetModules()
})

describe('Firebase', () => {
  it('is started once, with the worker’s settings, and knows its user when it is asked', async () => {
    const { logIn, rememberedUser } = await freshFirebase()
    expect(await Promise.all([rememberedUser(), rememberedUser()])).toEqual([sdk.user, sdk.user])
    expect(await logIn('ada@example.com', 'Abcdef')).toBe(sdk.user)
    expect(network.mock.calls.map(([url]) => url)).toEqual(['/api/config'])
    expect(sdk.initializeApp).toHaveBeenCalledExactlyOnceWith(settings.firebase)
    expect(sdk.initializeAuth).toHaveBeenCalledWith({ settings: settings.firebase }, { persistence: 'indexed-db' })
    expect(sdk.auth.authStateReady).toHaveBeenCalledTimes(1)
    expect(sdk.connectAuthEmulator).not.toHaveBeenCalled()
    expect(sdk.signInWithEmailAndPassword).toHaveBeenCalledWith(sdk.auth, 'ada@example.com', 'Abcdef')
  })

  it('writes its emails in the language chosen last in the app, and else in its own', async () => {
    const { sendReset } = await freshFirebase()
    const { setLanguage } = await import('../texts/languages.ts')
    const codes: unknown[] = []
    sdk.sendPasswordResetEmail.mockImplementation(async () => void codes.push(sdk.auth.languageCode))
    for (const to of ['en', 'qps', 'en'] as const) {
      setLanguage(to)
      await sendReset('ada@example.com')
    }
    expect(codes).toEqual([null, 'qps', null])
  })

  it('is the emulator where the worker says so', async () => {
    network.mockImplementation(async () => Response.json({ ...settings, emulatorHost: '127.0.0.1:9099' }))
    const { rememberedUser } = await freshFirebase()
    await rememberedUser()
    const quiet = { disableWarnings: true }
    const at = `${location.protocol}//127.0.0.1:9099`
    expect(sdk.connectAuthEmulator).toHaveBeenCalledExactlyOnceWith(sdk.auth, at, quiet)
  })

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
    ['a failing server', async () => Response.json(settings, { status: 500 }), 'offline'],
    ['a captive portal', async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'portal'],
    ['a captive portal that redirects', async () => Response.error(), 'portal'],
    ['a captive portal that says so (511)', async () => new Response('<html>', { status: 511 }), 'portal'],
    ['an answer without a type', async () => new Response(new Uint8Array([123, 125])), 'portal'],
  ])('is not there with %s, and is started at the next try', async (_name, answer, code) => {
    const { rememberedUser } = await freshFirebase()
    network.mockImplementationOnce(answer)
    await expect(rememberedUser()).rejects.toMatchObject({ name: 'AuthFailure', code })
    expect(await rememberedUser()).toBe(sdk.user)
  })
})

describe('a call that Firebase reports as a failed network', () => {
  const failed = Object.assign(new Error('failed'), { code: 'auth/network-request-failed' })

  it.each([
    ['a captive portal', async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'portal'],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), failed.code],
    ['our own server', async () => Response.json(settings), failed.code],
  ])('is explained by what responds for our server: %s', async (_name, answer, code) => {
    const { logIn, rememberedUser, sendReset } = await freshFirebase()
    await rememberedUser()
    network.mockImplementation(answer)
    sdk.signInWithEmailAndPassword.mockRejectedValueOnce(failed)
    await expect(logIn('ada@example.com', 'Abcdef')).rejects.toMatchObject({ code })
    sdk.sendPasswordResetEmail.mockRejectedValueOnce(failed)
    await expect(sendReset('ada@example.com')).rejects.toMatchObject({ code })
  })

  it('is the only failure for which our server is asked', async () => {
    const { logIn, rememberedUser } = await freshFirebase()
    await rememberedUser()
    const wrong = Object.assign(new Error('wrong'), { code: 'auth/invalid-credential' })
    sdk.signInWithEmailAndPassword.mockRejectedValueOnce(wrong)
    await expect(logIn('ada@example.com', 'Abcdef')).rejects.toBe(wrong)
    expect(network).toHaveBeenCalledTimes(1)
  })
})

describe('signing in and out', () => {
  const ada = { displayName: 'Ada', photoURL: '' }
  const offline = Object.assign(new Error('gone'), { code: 'auth/network-request-failed' })
  const taken = Object.assign(new Error('taken'), { code: 'auth/email-already-in-use' })
  const wrong = Object.assign(new Error('wrong'), { code: 'auth/invalid-credential' })
  const kept = async () => JSON.parse((await device.deviceDb.marks.get('profile'))?.value ?? 'null')

  it('a registration sets the profile before a token with the name in it is asked for', async () => {
    const { register } = await freshFirebase()
    const order: string[] = []
    sdk.updateProfile.mockImplementationOnce(async () => void order.push('profile'))
    sdk.user.getIdToken.mockImplementationOnce(async (force) => String(order.push(`token ${force}`)))
    const photoURL = 'https://example.com/a.jpg'
    expect(await register('ada@example.com', 'Abcdef', { ...ada, photoURL })).toBe(sdk.user)
    expect(sdk.createUserWithEmailAndPassword).toHaveBeenCalledWith(sdk.auth, 'ada@example.com', 'Abcdef')
    expect(sdk.updateProfile).toHaveBeenCalledWith(sdk.user, { ...ada, photoURL })
    expect(order).toEqual(['profile', 'token true'])
  })

  it('a registration without a photo sends none, because Firebase takes no null', async () => {
    const { register } = await freshFirebase()
    await register('ada@example.com', 'Abcdef', ada)
    expect(sdk.updateProfile).toHaveBeenCalledExactlyOnceWith(sdk.user, { displayName: 'Ada' })
  })

  it('a registration goes on whose profile cannot be set, and the phone keeps the profile', async () => {
    const { register } = await freshFirebase()
    sdk.updateProfile.mockRejectedValueOnce(offline)
    expect(await register('Ada@example.com', 'Abcdef', ada)).toBe(sdk.user)
    expect(await kept()).toEqual({ email: 'ada@example.com', displayName: 'Ada', photoURL: '', uid: 'ada' })
  })

  it('a registration that was interrupted is finished by the next try, with what is typed then', async () => {
    const { register } = await freshFirebase()
    sdk.updateProfile.mockRejectedValueOnce(offline)
    await register('ada@example.com', 'Abcdef', ada)
    sdk.createUserWithEmailAndPassword.mockRejectedValueOnce(taken)
    expect(await register('ada@example.com', 'Abcdef', { ...ada, displayName: 'Ada Lauf' })).toBe(sdk.user)
    expect(sdk.user.displayName).toBe('Ada Lauf')
    // The session could not begin either. The account has its name by now.
    sdk.createUserWithEmailAndPassword.mockRejectedValueOnce(taken)
    expect(await register('ada@example.com', 'Abcdef', ada)).toBe(sdk.user)
    expect(sdk.user.displayName).toBe('Ada')
  })

  it('a registration whose answer was lost is finished by the next login, with the name', async () => {
    const { register, logIn } = await freshFirebase()
    sdk.createUserWithEmailAndPassword.mockRejectedValueOnce(offline)
    await expect(register('ada@example.com', 'Abcdef', ada)).rejects.toBe(offline)
    await logIn('ada@example.com', 'Abcdef')
    expect(sdk.user.displayName).toBe('Ada')
  })

  it('a registration that another phone began is finished here too', async () => {
    const { register } = await freshFirebase()
    sdk.createUserWithEmailAndPassword.mockRejectedValueOnce(taken)
    expect(await register('ada@example.com', 'Abcdef', ada)).toBe(sdk.user)
    expect(sdk.user.displayName).toBe('Ada')
  })

  it.each([
    ['complete', () => Object.assign(sdk.user, { displayName: 'Ada Lovelace' })],
    ['of another password', () => sdk.signInWithEmailAndPassword.mockRejectedValueOnce(wrong)],
  ])('an account that is %s is in use, keeps its name, and leaves nothing here', async (_name, prepare) => {
    const { register, logIn } = await freshFirebase()
    prepare()
    const { displayName } = sdk.user
    sdk.createUserWithEmailAndPassword.mockRejectedValueOnce(taken)
    await expect(register('ada@example.com', 'Abcdef', ada)).rejects.toBe(taken)
    expect(await kept()).toBeNull()
    expect(sdk.signOut).toHaveBeenCalledTimes(displayName ? 1 : 0)
    await logIn('ada@example.com', 'Abcdef')
    expect(sdk.user.displayName).toBe(displayName)
  })

  it('a refused registration does not forget another one that was interrupted', async () => {
    const { register } = await freshFirebase()
    sdk.updateProfile.mockRejectedValueOnce(offline)
    await register('ada@example.com', 'Abcdef', ada)
    const before = await kept()
    sdk.createUserWithEmailAndPassword.mockRejectedValueOnce(taken)
    sdk.signInWithEmailAndPassword.mockRejectedValueOnce(wrong)
    await expect(register('bob@example.com', 'Abcdef', { ...ada, displayName: 'Bob' })).rejects.toBe(taken)
    expect(await kept()).toEqual(before)
  })

  it('a name that was typed for one address is not given to another account', async () => {
    const { register, logIn } = await freshFirebase()
    sdk.createUserWithEmailAndPassword.mockRejectedValueOnce(offline)
    await expect(register('bob@example.com', 'Abcdef', ada)).rejects.toBe(offline)
    await logIn('ada@example.com', 'Abcdef')
    expect(sdk.user.displayName).toBeNull()
  })

  it('Google is asked in a popup', async () => {
    const { logInWithGoogle } = await freshFirebase()
    expect(await logInWithGoogle()).toBe(sdk.user)
    const google = expect.objectContaining({ providerId: 'google.com' })
    expect(sdk.signInWithPopup).toHaveBeenCalledWith(sdk.auth, google, 'resolver')
  })

  it('a reset is sent to the address', async () => {
    const { sendReset } = await freshFirebase()
    await sendReset('ada@example.com')
    expect(sdk.sendPasswordResetEmail).toHaveBeenCalledWith(sdk.auth, 'ada@example.com')
  })

  it('the mail that verifies an address is sent to the account of the screen alone', async () => {
    const { sendVerification } = await freshFirebase()
    await sendVerification('ada')
    expect(sdk.sendEmailVerification).toHaveBeenCalledExactlyOnceWith(sdk.user)
    await expect(sendVerification('bob')).rejects.toThrow('no user')
    expect(sdk.sendEmailVerification).toHaveBeenCalledTimes(1)
  })

  it('an address that was verified elsewhere is in the next ID token', async () => {
    const { isVerified } = await freshFirebase()
    expect(await isVerified('ada')).toBe(false)
    expect(sdk.user.getIdToken).not.toHaveBeenCalled()
    sdk.reload.mockImplementationOnce(async (user) => void Object.assign(user, { emailVerified: true }))
    expect(await isVerified('ada')).toBe(true)
    expect(sdk.user.getIdToken).toHaveBeenCalledExactlyOnceWith(true)
  })

  it('a logout signs out of a Firebase that was started, and starts none', async () => {
    const { logOut, rememberedUser } = await freshFirebase()
    await logOut()
    expect(network).not.toHaveBeenCalled()
    expect(sdk.signOut).not.toHaveBeenCalled()
    await rememberedUser()
    await logOut()
    expect(sdk.signOut).toHaveBeenCalledExactlyOnceWith(sdk.auth)
  })
})
