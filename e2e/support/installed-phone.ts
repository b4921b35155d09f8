import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { E2E_SETTINGS } from '../global-setup.ts'
import { type Edge, startEdge } from './edge.ts'
import { type Phone, startPhone, untilInstalled } from './phone.ts'

const WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
/**
 * Where the edges of this Playwright worker listen, one after the other: an installed app belongs to one origin. The
 * system gives out other ports by itself.
 */
const PORT = Number(E2E_SETTINGS.AUTH_PORT) + 3 + WORKER
/** The profile of a phone with the installed app. The next run deletes it (e2e/global-setup.ts). */
const profileOf = (version: string) => join(E2E_SETTINGS.STATE_DIR, `installed-phone-${WORKER}${version}`)

/** Starts the edge from which `startInstalledPhone` has its app. */
export const startPhoneEdge = (upstream: string): Promise<Edge> => startEdge(upstream, { port: PORT })

/**
 * Starts a phone on which the app of this edge is installed, and nobody has signed in yet. Each version of the app is
 * installed once for each Playwright worker. A test of the first visit or of the installation needs `startPhone`.
 * @param edge of `startPhoneEdge`
 * @param flags more arguments for the phone's browser
 * @param version the mark of what `edge.deployed` serves; empty for the app's own build
 */
export async function startInstalledPhone(edge: Edge, flags: string[] = [], version = ''): Promise<Phone> {
  const profile = profileOf(version)
  if (!existsSync(profile)) {
    await installApp(edge.origin, profile)
    edge.seen.length = 0
  }
  return startPhone(flags, profile)
}

/** Installs the app of an origin on a phone, and keeps the phone's profile in a folder. */
export async function installApp(origin: string, profile: string): Promise<void> {
  const phone = await startPhone()
  try {
    // This screen keeps nothing of what it shows.
    await phone.page.goto(`${origin}/aboutUs`)
    await untilInstalled(phone.page)
    await phone.keepProfile(`${profile}.part`)
    renameSync(`${profile}.part`, profile)
  } finally {
    await phone.close()
  }
}
