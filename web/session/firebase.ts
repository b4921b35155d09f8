import { initializeApp } from 'firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth'
import { recordError } from '../../contract/errors.ts'
import { callApi, NoResponse } from '../calls/call-api.ts'
import { fetchConfig } from '../calls/server-config.ts'
import { language } from '../texts/languages.ts'
import { AuthFailure, type AuthFailureCode, toAuthFailure } from './auth-failure.ts'
import { keepProfile, type Profile, profileOf } from './kept-profile.ts'
import { noteMail } from './push/noted-mail.ts'

// This module is loaded when somebody signs in or out. The first paint never loads it.

const PROBE_TIMEOUT_MS = 5000

let auth: Promise<Auth> | undefined

/** The app's Firebase Auth. It gets its settings from the worker, so that one build serves every Firebase project. */
function firebaseAuth(): Promise<Auth> {
  auth ??= start().catch((error) => {
    auth = undefined
    throw error
  })
  return auth
}

async function start(): Promise<Auth> {
  const config = await fetchConfig().catch((cause) => {
    throw new AuthFailure(isForeign(cause) ? 'portal' : 'offline', cause)
  })
  // Whoever signs in has forms that say it with no network.
  void noteMail(config.mail)
  const started = initializeAuth(initializeApp(config.firebase), { persistence: indexedDBLocalPersistence })
  if (config.emulatorHost) {
    connectAuthEmulator(started, `${location.protocol}//${config.emulatorHost}`, { disableWarnings: true })
  }
  await started.authStateReady()
  return started
}

const isForeign = (error: unknown) => error instanceof NoResponse && error.reason === 'foreign'

/**
 * Runs a call of Firebase, whose emails and popup are in the language of the app. Behind a captive portal, Firebase
 * reports that the network failed. So our own server is asked what responds.
 * @throws AuthFailure if Firebase cannot start or a captive portal responds; else Firebase's own error
 */
async function ask<T>(call: (auth: Auth) => Promise<T>): Promise<T> {
  const started = await firebaseAuth()
  // Null stands for the language of the Firebase project, which is English.
  started.languageCode = language() === 'en' ? null : language()
  try {
    return await call(started)
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'auth/network-request-failed') throw error
    const response = callApi('/api/config', () => null, { timeoutMs: PROBE_TIMEOUT_MS })
    throw (await response.catch(isForeign)) ? new AuthFailure('portal', error) : error
  }
}

/** Signs in with email and password, and sets the profile that an interrupted registration has left. */
export async function logIn(email: string, password: string): Promise<User> {
  const { user } = await ask((auth) => signInWithEmailAndPassword(auth, email, password))
  await setKeptProfile(user)
  return user
}

/**
 * Registers an account, or finishes a registration that was interrupted: of an account that has no name yet, or that
 * this phone began. A profile that cannot be set now does not stop the session. It stays on this phone.
 * @throws what Firebase throws, also where the account exists and is complete
 */
export async function register(email: string, password: string, profile: Profile): Promise<User> {
  const takeBack = await keepProfile(email, profile)
  const user = await ask((auth) => createUserWithEmailAndPassword(auth, email, password))
    .then((made) => made.user)
    .catch((error: unknown) => begunUser(email, password, error))
    .catch(async (error: unknown) => {
      // After another failure the account may be there, and the answer is lost.
      if (!LOST.includes(toAuthFailure(error).code)) await takeBack()
      throw error
    })
  // From here on another try of this phone is known to be of the same account.
  await keepProfile(email, profile, user.uid)
  await setKeptProfile(user)
  return user
}

/** The failures after which Firebase may have registered the account. */
const LOST: AuthFailureCode[] = ['offline', 'portal', 'other']

/**
 * Signs in as the account that a registration has begun.
 * @param error why the registration failed. It is thrown again unless there is such an account with this password
 */
async function begunUser(email: string, password: string, error: unknown): Promise<User> {
  if (toAuthFailure(error).code !== 'email-in-use') throw error
  const { user } = await ask((auth) => signInWithEmailAndPassword(auth, email, password)).catch((refusal: unknown) => {
    throw toAuthFailure(refusal).code === 'invalid-credential' ? error : refusal
  })
  if (await profileOf(user)) return user
  await logOut()
  throw error
}

/** Sets the profile that this phone keeps for the user, if it can. */
async function setKeptProfile(user: User): Promise<void> {
  const profile = await profileOf(user)
  if (profile) await setProfile(user, profile).catch(recordError)
}

/**
 * Sets name and photo, and then fetches an ID token that contains them. Without `isWhole` an empty photo leaves the one
 * that is there. The Auth emulator refuses null, which the types allow; '' removes the photo.
 */
export async function setProfile(user: User, { displayName, photoURL }: Profile, isWhole = false): Promise<void> {
  await ask(() => updateProfile(user, photoURL || isWhole ? { displayName, photoURL } : { displayName }))
  await user.getIdToken(true)
}

/** Signs in with Google's popup. The resolver of the popup is loaded here, because only this function needs it. */
export async function logInWithGoogle(): Promise<User> {
  const { browserPopupRedirectResolver } = await import('firebase/auth')
  const { user } = await ask((auth) => signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver))
  await setKeptProfile(user)
  return user
}

/** Asks Firebase to send the email that resets a password. */
export async function sendReset(email: string): Promise<void> {
  await ask((auth) => sendPasswordResetEmail(auth, email))
}

/** Asks Firebase to send the email that verifies the address of the account. @throws Error if it is not signed in here */
export async function sendVerification(uid: string): Promise<void> {
  const user = await ownUser(uid)
  await ask(() => sendEmailVerification(user))
}

/**
 * Asks Firebase whether the address of the account is verified by now. If so, the ID token says it too.
 * @throws Error if the account is not signed in here
 */
export async function isVerified(uid: string): Promise<boolean> {
  const user = await ownUser(uid)
  await ask(() => reload(user))
  if (user.emailVerified) await user.getIdToken(true)
  return user.emailVerified
}

async function ownUser(uid: string): Promise<User> {
  const user = await rememberedUser()
  if (user?.uid !== uid) throw new Error('Firebase remembers no user of this account')
  return user
}

/** The user that Firebase remembers on this phone, or null. */
export async function rememberedUser(): Promise<User | null> {
  return (await firebaseAuth()).currentUser
}

/** Signs out if this page has started Firebase. `wipe.ts` deletes Firebase's record on the disk. */
export async function logOut(): Promise<void> {
  if (auth) await signOut(await auth)
}
