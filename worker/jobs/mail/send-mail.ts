import { setTimeout as sleep } from 'node:timers/promises'
import { logFailure } from '../../ops/log-failure.ts'
import type { SendResult } from '../deliver/channel.ts'

/** The longest time that the mail service may take for its answer. */
export const SEND_TIMEOUT_MS = 30_000
/** When a mail is sent again after the service has sent all of a day. */
const DAILY_LIMIT_MS = 3 * 3_600_000

/** What the mail service says of a message, also if it gets it again. Of a wrong sender it says something else. */
const REFUSALS = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_CONTENT_TOO_LARGE',
  'E_HEADER_NOT_ALLOWED',
  'E_HEADER_USE_API_FIELD',
  'E_HEADER_VALUE_INVALID',
  'E_HEADER_VALUE_TOO_LONG',
  'E_HEADER_NAME_INVALID',
  'E_HEADERS_TOO_LARGE',
  'E_HEADERS_TOO_MANY',
])

/** Sends a whole message (RFC 5322). Nothing of it is logged, and of an error only its name. */
export async function sendMail(binding: SendEmail, from: string, to: string, raw: string): Promise<SendResult> {
  try {
    // Plain workerd, where the bench measures, does not have this module.
    const { EmailMessage } = await import('cloudflare:email')
    const sent = await Promise.race([binding.send(new EmailMessage(from, to, raw)), sleep(SEND_TIMEOUT_MS, null)])
    return { kind: sent === null ? 'silent' : 'sent' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // It bounced before, or its owner called a mail spam.
    if (code === 'E_RECIPIENT_SUPPRESSED') return { kind: 'gone' }
    logFailure('mail.not-sent', error, { code: /^E_[A-Z_]+$/.test(code) ? code : '' })
    if (REFUSALS.has(code)) return { kind: 'refused' }
    return { kind: 'later', afterMs: code === 'E_DAILY_LIMIT_EXCEEDED' ? DAILY_LIMIT_MS : null }
  }
}
