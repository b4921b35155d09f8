import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { accountReady } from '../store/account-context.tsx'
import { readSession } from '../store/device-store.ts'

/** The login check of a route. It sends visitors to /login, together with the path that they wanted. */
export async function requireUser({ location }: { location: ParsedLocation }): Promise<void> {
  const session = await readSession()
  if (!session?.email) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  await accountReady()
}
