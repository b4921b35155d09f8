import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { storedSession } from '../data/device-db.ts'

/** Guard of a signed-in route: visitors go to /login, and the path they wanted goes along. */
export async function requireUser({ location }: { location: ParsedLocation }): Promise<void> {
  const session = await storedSession()
  if (!session?.email) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
}
