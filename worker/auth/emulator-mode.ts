/** The settings that say whether this is local development. */
export interface EmulatorSettings {
  FIREBASE_PROJECT_ID: string
  FIREBASE_AUTH_EMULATOR_HOST?: string | undefined
}

/**
 * Are the emulator's unsigned tokens read? Only where its host is a loopback address AND the project is a
 * `demo-` one, which Firebase never gives to a real project. Neither is set in wrangler.toml.
 */
export function isEmulatorMode(env: EmulatorSettings): boolean {
  const host = env.FIREBASE_AUTH_EMULATOR_HOST ?? ''
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host) && env.FIREBASE_PROJECT_ID.startsWith('demo-')
}
