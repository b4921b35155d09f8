import type { User } from './auth/user.ts'
import type { RequestD1 } from './db/request-d1.ts'
import type { OpRequest } from './ops/decide/decision.ts'
import type { Outcome } from './ops/decide-all.ts'

/** The bindings and variables of wrangler.toml, the secrets, and the variables of emulator mode. */
export interface Env {
  DB: D1Database
  ASSETS: Fetcher
  WRITE_LIMIT: RateLimit
  SYNC_LIMIT: RateLimit
  READ_LIMIT: RateLimit
  LIST_LIMIT: RateLimit
  JWT_LIMIT: RateLimit
  SIGN_IN_LIMIT: RateLimit
  /** The live rooms, by marathon id. Without this binding, phones learn of changes by their pull of every minute. */
  ROOMS?: { getByName(marathonId: string): Room } | undefined
  /** The group commits, by marathon id. Without this binding, every application is committed by itself. */
  GROUPS?: Groups | undefined
  /** The queue of pushes and mails. Without this binding nothing of both is offered. */
  DELIVERY_QUEUE?: Queue<DeliveryTask> | undefined
  /** The private VAPID key, base64url: a secret. The public key follows from it. */
  VAPID_PRIVATE_KEY?: string
  /** Whom a push service may contact: a `mailto:` or `https:` address (RFC 8292). */
  VAPID_SUBJECT?: string
  /** Sends mails. Without this binding, the queue, MAIL_FROM or MAIL_ORIGIN nothing of mail is offered. */
  MAIL?: SendEmail | undefined
  /** The sender of mails: `Startline <mail@run.example>`, or an address alone. */
  MAIL_FROM?: string
  /** Where the app is, `https://run.example`: mails are sent from a queue, and no request says it. */
  MAIL_ORIGIN?: string
  /** The HMAC key of the session cookie: a secret of at least 32 characters. */
  SESSION_SECRET: string
  /** The key before a rotation. Sessions that it signed are accepted too (docs/operations.md). */
  SESSION_SECRET_PREVIOUS?: string
  FIREBASE_PROJECT_ID: string
  /** The web app's Firebase settings, which are public. */
  FIREBASE_API_KEY: string
  FIREBASE_AUTH_DOMAIN: string
  /** Set in local development only; see auth/verify-id-token. */
  FIREBASE_AUTH_EMULATOR_HOST?: string
  /** `off` switches rate limits off, in emulator mode only. */
  RATE_LIMITS?: string
  /** `off` refuses all writes, while the database is put back in time (docs/operations.md). */
  WRITES?: string
  /** `off` removes the service worker from every phone (docs/operations.md). */
  SERVICE_WORKER?: string
  /** Days from the start of a marathon until its entrants' contact data is erased. */
  CONTACT_DAYS?: string
}

/**
 * A message of the queue of deliveries. With `ids`: push or mail the notice to these. Without: split those whom it
 * concerns into chunks, from the one after `after`.
 */
export interface NoticeTask {
  noticeId: string
  /** Pushed without it. */
  by?: 'mail'
  after?: string
  ids?: string[]
}

/** A message of the same queue: confirm these entries by mail. `at`: since when they wait for it, ISO 8601. */
interface EntriesTask {
  entryIds: string[]
  at: string
}
export type DeliveryTask = NoticeTask | EntriesTask

/**
 * Whom a live room tells of a commit: all phones there, or those that show a screen of the organiser or of a helper.
 */
export type Audience = 'all' | 'staff'

/** What a group commit says of a request. `direct`: it could not apply the ops, and the worker must. */
export type GroupOutcome = Outcome | { kind: 'direct' }

/** The group commits as the worker calls them: group/group-committer.ts. */
export interface Groups {
  getByName(marathonId: string): { submit(request: OpRequest): Promise<GroupOutcome> }
}

/** A live room as the worker calls it: live/marathon-room.ts. */
interface Room {
  tell(seq: number, audience: Audience): Promise<void>
  fetch(request: Request): Promise<Response>
}

/**
 * What the log says of a sync with ops, or of one that halts, in numbers and codes. So operators see trouble before
 * users tell of it.
 * - `ops`, `rejected`, `clashes`: how many ops were sent, rejected, and applied with a clash.
 * - `halted`: why the rest was not decided.
 * - `retries`: how often the batch was decided again, because a guard failed.
 * - `waitedS`: how long the oldest op has waited on its phone, in seconds by the phone's clock.
 */
export interface SyncNumbers {
  ops: number
  rejected: number
  clashes: number
  halted: string | undefined
  retries: number
  waitedS: number
}

/**
 * The app's Hono types. requireUser sets `user`, sync `numbers`; observe sets the other variables.
 */
export interface App {
  Bindings: Env
  Variables: { user: User; requestId: string; d1: RequestD1; numbers: SyncNumbers | undefined }
}

declare global {
  interface ImportMeta {
    /** Vite replaces this: DEV is true under `vite dev` only, and false in every build. */
    readonly env?: { readonly DEV?: boolean }
  }
}
