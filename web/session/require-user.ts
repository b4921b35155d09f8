import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { recordError } from '../../contract/errors.ts'
import { accountReady } from '../store/account-context.tsx'
import { inTime } from '../store/in-time.ts'
import { noteSignedIn, wasSignedIn } from './signed-in-bit.ts'

/** A storage that is slower may never answer. */
const STORAGE_WAIT_MS = 5000

/** The login check of a route. It sends visitors to /login, together with the path that they wanted. */
export async function requireUser({ location }: { location: ParsedLocation }): Promise<void> {
  const { StorageRefused, storedSession } = await import('../store/device-db.ts')
  const session = await inTime(storedSession(), STORAGE_WAIT_MS, undefined)
  if (session === undefined) throw new StorageRefused()
  if (!session?.email) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  // Where the bit is lost, the page takes its user for a visitor.
  if (!wasSignedIn()) noteSignedIn(true)
  await accountReady()
}

/** Is somebody signed in? A visitor waits for no database. */
export async function isSignedIn(): Promise<boolean> {
  if (!wasSignedIn()) return false
  const { storedSession } = await import('../store/device-db.ts')
  const session = await inTime(storedSession(), STORAGE_WAIT_MS, undefined).catch((error) => recordError(error, null))
  return Boolean(session?.email)
}
