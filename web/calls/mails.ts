import type * as z from 'zod/mini'
import { mailReachSchema, ownMailSchema } from '../../contract/mail.ts'
import { callApi } from './call-api.ts'

/** Where and how an account gets mails. */
export type OwnMail = z.infer<typeof ownMailSchema>

/** What the account knows of its own mails. @throws Problem, NoResponse */
export function fetchOwnMail(signal: AbortSignal): Promise<OwnMail> {
  return callApi('/api/mail', (body) => ownMailSchema.parse(body), { signal })
}

/** Says which mails the account wants. @throws Problem, NoResponse */
export function putWants(wants: OwnMail['wants']): Promise<OwnMail> {
  return callApi('/api/mail', (body) => ownMailSchema.parse(body), { method: 'PUT', body: JSON.stringify({ wants }) })
}

/** How many a mail of this marathon reaches, and how many it may send today. @throws Problem, NoResponse */
export function fetchMailReach(marathonId: string, signal: AbortSignal) {
  return callApi(`/api/marathons/${marathonId}/mail`, (body) => mailReachSchema.parse(body), { signal })
}

/** Stops the mails that this token is for. @throws Problem, NoResponse */
export function stopMails(token: string): Promise<null> {
  return callApi(`/unsubscribe/${encodeURIComponent(token)}`, () => null, { method: 'POST' })
}
