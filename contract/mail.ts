import * as z from 'zod/mini'
import { isEmail } from './text/text.ts'

/** The languages of mails: those of the app. */
export const MAIL_LANGUAGES = ['en', 'de', 'es', 'bn', 'ar'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** Which mails an account wants: all, or those that it must know (`MUST_KNOW`). */
export const MAIL_WANTS = ['all', 'needed'] as const

/** Why an address gets no mail any more: it does not exist, or its owner called a mail spam. */
export const MAIL_ENDS = ['bounced', 'complained'] as const

/**
 * What a mail is about. `registered`, `waiting` and `entered`: what became of an application (`entered`: it is in the
 * ballot). All others are kinds of notices.
 */
export type MailKind =
  | 'registered'
  | 'waiting'
  | 'entered'
  | 'promoted'
  | 'movedUp'
  | 'drawn'
  | 'withdrawn'
  | 'handedOn'
  | 'official'
  | 'resultsCorrected'
  | 'written'
  | 'cancelled'
  | 'restored'
  | 'deleted'
  | 'start'
  | 'place'

/** The kinds that a runner must know. They also go to who has stopped mails, and offer no way to stop them. */
export const MUST_KNOW: readonly MailKind[] = ['cancelled', 'restored', 'deleted', 'start', 'place']

/** Where and how an account gets mails. `address` is '' until a login has told it. */
export const ownMailSchema = z.object({
  address: z.string(),
  verified: z.boolean(),
  wants: z.enum(MAIL_WANTS),
  ended: z.nullable(z.enum(MAIL_ENDS)),
})

export const mailWantsSchema = z.object({ wants: z.enum(MAIL_WANTS) })

/**
 * Whom a notice by mail reaches now: `reaches` of the `of` other accounts with an entry; and how many more the marathon may
 * send now.
 */
export const mailReachSchema = z.object({ reaches: z.int(), of: z.int(), left: z.int() })

/** The address in `Name <address>`, or the text itself; null if there is none. */
export function addressOf(from: string | undefined): string | null {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(from ?? '')?.[1] ?? from ?? ''
  return isEmail(address) ? address : null
}

/** Is this the origin of a deployment, as in the browser: no path, and https but on this machine? */
export function isOrigin(text: string | undefined): text is string {
  if (!text || !URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'))
}
