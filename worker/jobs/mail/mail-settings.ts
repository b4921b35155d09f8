import { addressOf, isOrigin } from '../../../contract/mail.ts'
import type { Env } from '../../env.ts'

/** What mail takes. */
export interface MailSettings {
  /** The header `From`: an address, or a name and an address in angle brackets. */
  from: string
  /** The address of `from`. */
  address: string
  /** Where the app is: the links of mails lead there. */
  origin: string
}

type MailEnv = Pick<Env, 'MAIL' | 'MAIL_FROM' | 'MAIL_ORIGIN' | 'DELIVERY_QUEUE'>

/**
 * The settings of mail, or null where it is not set up: without the binding, the queue, the sender or the origin. A value
 * that is none counts as not set up; `npm run doctor` says so.
 */
export function mailSettings({ MAIL, MAIL_FROM, MAIL_ORIGIN, DELIVERY_QUEUE }: MailEnv): MailSettings | null {
  const address = addressOf(MAIL_FROM)
  if (!MAIL || !DELIVERY_QUEUE || !MAIL_FROM || address === null || !isOrigin(MAIL_ORIGIN)) return null
  return { from: MAIL_FROM, address, origin: MAIL_ORIGIN }
}
