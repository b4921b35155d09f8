import type { User } from './auth/user.ts'
import type { D1Meter } from './db/meter-d1.ts'

/** The bindings of wrangler.toml, its secrets, and the variables of emulator mode. */
export interface Env {
  DB: D1Database
  ASSETS: Fetcher
  WRITE_LIMIT: RateLimit
  SYNC_LIMIT: RateLimit
  READ_LIMIT: RateLimit
  LIST_LIMIT: RateLimit
  JWT_LIMIT: RateLimit
  SIGN_IN_LIMIT: RateLimit
  /** HMAC key of the session cookie; a secret. */
  SESSION_SECRET: string
  FIREBASE_PROJECT_ID: string
  /** The web app's public Firebase settings. */
  FIREBASE_API_KEY: string
  FIREBASE_AUTH_DOMAIN: string
  /** Set in local development only; see auth/verify-id-token. */
  FIREBASE_AUTH_EMULATOR_HOST?: string
  /** `off` switches rate limits off, in emulator mode only. */
  RATE_LIMITS?: string
  /** `off` takes the service worker off every phone (docs/operations.md). */
  SERVICE_WORKER?: string
  /** Days after an event until entrants' contact data is erased. */
  CONTACT_DAYS?: string
}

/** The app's Hono types. `user` is set by requireUser, the rest by observe. */
export interface App {
  Bindings: Env
  Variables: { user: User; requestId: string; meter: D1Meter }
}

declare global {
  interface ImportMeta {
    /** Written in by vite: DEV is true only under `vite dev`, and false in every build. */
    readonly env?: { readonly DEV?: boolean }
  }
}
