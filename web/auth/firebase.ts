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
import { configSchema } from '../../contract/rest.ts'
import { callApi, NoResponse } from '../api.ts'
import { AuthFailure } from './auth-failure.ts'

// This module is loaded when somebody signs in or out. The first paint never loads it.

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
    throw new AuthFailure(cause instanceof NoResponse && cause.reason === 'foreign' ? 'portal' : 'offline', cause)
  })
  const started = initializeAuth(initializeApp(config.firebase), { persistence: indexedDBLocalPersistence })
  if (config.emulatorHost) {
    connectAuthEmulator(started, `${location.protocol}//${config.emulatorHost}`, { disableWarnings: true })
  }
  await started.authStateReady()
  return started
}

/** Signs in with email and password. */
export async function logIn(email: string, password: string): Promise<User> {
  return (await signInWithEmailAndPassword(await firebaseAuth(), email, password)).user
}

/** Registers an account. It sets the profile before it fetches the ID token, so that the token contains the name. */
export async function register(
  email: string,
  password: string,
  profile: { displayName: string; photoURL: string },
): Promise<User> {
  const { user } = await createUserWithEmailAndPassword(await firebaseAuth(), email, password)
  await updateProfile(user, { displayName: profile.displayName, photoURL: profile.photoURL || null })
  await user.getIdToken(true)
  return user
}

/** Signs in with Google's popup. The resolver of the popup is loaded here, because only this function needs it. */
export async function logInWithGoogle(): Promise<User> {
  const { browserPopupRedirectResolver } = await import('firebase/auth')
  return (await signInWithPopup(await firebaseAuth(), new GoogleAuthProvider(), browserPopupRedirectResolver)).user
}

/** Asks Firebase to send the email that resets a password. */
export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(await firebaseAuth(), email)
}

/** The user that Firebase remembers on this phone, or null. */
export async function rememberedUser(): Promise<User | null> {
  return (await firebaseAuth()).currentUser
}

/** Signs out if this page has started Firebase. `wipe.ts` deletes Firebase's record on the disk. */
export async function logOut(): Promise<void> {
  if (auth) await signOut(await auth)
}
