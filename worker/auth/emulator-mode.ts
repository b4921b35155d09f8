/** The settings that decide whether this is local development. */
export interface EmulatorSettings {
  FIREBASE_PROJECT_ID: string
  FIREBASE_AUTH_EMULATOR_HOST?: string | undefined
}

/**
 * Does the worker accept the unsigned tokens of the Firebase Auth emulator? Only if the emulator's host is a loopback
 * address AND the project's id starts with `demo-`, which no real Firebase project has. wrangler.toml sets neither.
 */
export function isEmulatorMode(env: EmulatorSettings): boolean {
  const host = String(env.FIREBASE_AUTH_EMULATOR_HOST)
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host) && env.FIREBASE_PROJECT_ID.startsWith('demo-')
}
