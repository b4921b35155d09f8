import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { startApp } from '../scripts/local/app.ts'
import { createChildren, ROOT } from '../scripts/local/children.ts'
import { localSettings } from '../scripts/local/local-settings.ts'

/** The folder of this run. E2E_DIR sets another one, for a second run at the same time. */
const folder = resolve(ROOT, process.env.E2E_DIR ?? 'test-results/app')

/** The tests have their own ports, state and build, so that they do not affect a running `npm start`. */
export const E2E_SETTINGS = {
  PORT: process.env.E2E_PORT ?? '8797',
  AUTH_PORT: process.env.E2E_AUTH_PORT ?? '9199',
  STATE_DIR: folder,
  BUILD_DIR: resolve(folder, 'build'),
  RATE_LIMITS: process.env.RATE_LIMITS ?? 'off',
  /** Where requests to push services go: e2e/support/push-service.ts listens there during its tests. */
  PUSH_STAND_IN: `http://127.0.0.1:${Number(process.env.E2E_PORT ?? '8797') + 1}`,
}

/**
 * Builds and starts the real app with an empty database. Its logs are in test-results/app.
 * @returns a function that stops it
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  rmSync(folder, { recursive: true, force: true })
  const settings = localSettings(E2E_SETTINGS)
  const children = createChildren(settings.stateDir)
  try {
    const { died } = await startApp(children, settings, 'built')
    died.catch(() => {})
  } catch (error) {
    await children.stop()
    throw error
  }
  return () => children.stop()
}
