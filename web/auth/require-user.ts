import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { accountReady } from '../data/account-context.tsx'

/** Guard of a signed-in route: visitors go to /login, and the path they wanted goes along. */
export async function requireUser({ location }: { location: ParsedLocation }): Promise<void> {
  const { storedSession } = await import('../data/device-db.ts')
  const session = await storedSession()
  if (!session?.email) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  await accountReady()
}
