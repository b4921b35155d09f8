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
import { callApi } from '../api.ts'
import { AuthFailure } from './auth-failure.ts'

// This module is loaded when somebody signs in, and never on the way of the first paint.

let auth: Promise<Auth> | undefined

/** The app's Firebase Auth. Its settings are the worker's: one build serves every project. */
function firebaseAuth(): Promise<Auth> {
  auth ??= start().catch((error) => {
    auth = undefined
    throw error
  })
  return auth
}

async function start(): Promise<Auth> {
  const config = await callApi('/api/config', (body) => configSchema.parse(body)).catch((cause) => {
    throw new AuthFailure('offline', cause)
  })
  const started = initializeAuth(initializeApp(config.firebase), { persistence: indexedDBLocalPersistence })
  if (config.emulatorHost) {
    connectAuthEmulator(started, `${location.protocol}//${config.emulatorHost}`, { disableWarnings: true })
  }
  await started.authStateReady()
  return started
}

export async function logIn(email: string, password: string): Promise<User> {
  return (await signInWithEmailAndPassword(await firebaseAuth(), email, password)).user
}

/** Registers, and sets the profile before any token with the name in it is asked for. */
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

/** Google's popup; its resolver is loaded only now. */
export async function logInWithGoogle(): Promise<User> {
  const { browserPopupRedirectResolver } = await import('firebase/auth')
  return (await signInWithPopup(await firebaseAuth(), new GoogleAuthProvider(), browserPopupRedirectResolver)).user
}

export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(await firebaseAuth(), email)
}

/** The user that Firebase still knows on this phone, or null. */
export async function rememberedUser(): Promise<User | null> {
  return (await firebaseAuth()).currentUser
}

/** Signs out, where Firebase was started in this page; its record on the disk is `wipe.ts`'s to delete. */
export async function logOut(): Promise<void> {
  if (auth) await signOut(await auth)
}
