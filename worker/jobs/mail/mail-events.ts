import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { MAIL_ENDS } from '../../../contract/mail.ts'
import { runBatch } from '../../db/client.ts'

const PREFIX = 'cf.email.sending.message.'

/** What the mail service tells of a mail that it took. Other events, and soft bounces, end nothing. */
const eventSchema = z.object({
  type: z.string(),
  payload: z.object({ recipient: z.string(), bounce: z.optional(z.object({ type: z.string() })) }),
})

/**
 * The consumer of the mail service's events: an address that does not exist, or whose owner called a mail spam, gets none
 * any more. What is no event is dropped. @throws errors of D1, and the queue delivers the batch again
 */
export async function consumeMailEvents(batch: MessageBatch<unknown>, d1: D1Database): Promise<void> {
  const counts = { bounced: 0, complained: 0, others: 0, unknown: 0 }
  const ends = batch.messages.flatMap(({ body }) => {
    const event = z.safeParse(eventSchema, body)
    if (!event.success || !event.data.type.startsWith(PREFIX)) {
      counts.unknown += 1
      return []
    }
    const { recipient, bounce } = event.data.payload
    const end = endOf(event.data.type.slice(PREFIX.length), bounce?.type)
    counts[end ?? 'others'] += 1
    return end ? [{ end, recipient }] : []
  })
  // Firebase writes addresses in small letters, whatever the mail service says.
  const writes = ends.map(
    ({ end, recipient }) => sql`UPDATE account SET mail_ended = ${end}
      WHERE email IN (${recipient}, ${recipient.toLowerCase()}) AND email > '' AND mail_ended IS NOT 'complained'`,
  )
  if (writes.length > 0) await runBatch(d1, writes)
  console.log(JSON.stringify({ event: 'mail.events', ...counts }))
}

function endOf(event: string, bounce: string | undefined): (typeof MAIL_ENDS)[number] | null {
  if (event === 'complained') return 'complained'
  return event === 'bounced' && bounce === 'hard' ? 'bounced' : null
}
