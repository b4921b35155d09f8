import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ownMailSchema } from '../../../contract/mail.ts'
import { rowsOf, runBatch } from '../../db/client.ts'

type Mail = z.infer<typeof ownMailSchema>
interface Row extends Omit<Mail, 'verified'> {
  verified: 0 | 1
}

const readMail = (
  uid: string,
) => sql`SELECT email AS address, email_verified AS verified, mail AS wants, mail_ended AS ended
  FROM account WHERE uid = ${uid}`

/** Where and how an account gets mails. */
export async function mailOf(d1: D1Database, uid: string): Promise<Mail> {
  return mailFrom((await runBatch(d1, [readMail(uid)])).at(-1))
}

/** Sets which mails an account gets. @returns as `mailOf` */
export async function setMail(d1: D1Database, uid: string, wants: Mail['wants']): Promise<Mail> {
  const set = sql`INSERT INTO account (uid, mail) VALUES (${uid}, ${wants})
    ON CONFLICT (uid) DO UPDATE SET mail = excluded.mail WHERE mail <> excluded.mail`
  return mailFrom((await runBatch(d1, [set, readMail(uid)])).at(-1))
}

function mailFrom(result: D1Result | undefined): Mail {
  const [row] = rowsOf<Row>(result)
  return row ? { ...row, verified: row.verified === 1 } : { address: '', verified: false, wants: 'all', ended: null }
}
