import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { accountReady } from '../data/account-context.tsx'

/** The login check of a route. It sends visitors to /login, together with the path that they wanted. */
export async function requireUser({ location }: { location: ParsedLocation }): Promise<void> {
  const { storedSession } = await import('../data/device-db.ts')
  const session = await storedSession()
  if (!session?.email) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  await accountReady()
}
