import { initializeApp } from 'firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth'
import { configSchema } from '../../contract/session.ts'
import { callApi, NoResponse } from '../calls/call-api.ts'
import { language } from '../texts/languages.ts'
import { AuthFailure } from './auth-failure.ts'

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
  const config = await callApi('/api/config', (body) => configSchema.parse(body)).catch((cause) => {
    throw new AuthFailure(isForeign(cause) ? 'portal' : 'offline', cause)
  })
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

/** Signs in with email and password. */
export async function logIn(email: string, password: string): Promise<User> {
  return (await ask((auth) => signInWithEmailAndPassword(auth, email, password))).user
}

/** Registers an account. It sets the profile before it fetches the ID token, so that the token contains the name. */
export async function register(
  email: string,
  password: string,
  profile: { displayName: string; photoURL: string },
): Promise<User> {
  const { user } = await ask((auth) => createUserWithEmailAndPassword(auth, email, password))
  await updateProfile(user, { displayName: profile.displayName, photoURL: profile.photoURL || null })
  await user.getIdToken(true)
  return user
}

/** Signs in with Google's popup. The resolver of the popup is loaded here, because only this function needs it. */
export async function logInWithGoogle(): Promise<User> {
  const { browserPopupRedirectResolver } = await import('firebase/auth')
  return (await ask((auth) => signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver))).user
}

/** Asks Firebase to send the email that resets a password. */
export async function sendReset(email: string): Promise<void> {
  await ask((auth) => sendPasswordResetEmail(auth, email))
}

/** The user that Firebase remembers on this phone, or null. */
export async function rememberedUser(): Promise<User | null> {
  return (await firebaseAuth()).currentUser
}

/** Signs out if this page has started Firebase. `wipe.ts` deletes Firebase's record on the disk. */
export async function logOut(): Promise<void> {
  if (auth) await signOut(await auth)
}
