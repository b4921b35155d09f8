import { expected } from '../../../contract/errors.ts'
import { deviceDb, MAIL_MARK } from '../../store/device-db.ts'

/** Notes whether the server sends mails. Where the phone stores nothing, the server is asked again. */
export async function noteMail(hasMail: boolean): Promise<void> {
  await deviceDb.marks.put({ key: MAIL_MARK, value: hasMail ? 'yes' : 'no' }).catch(() => expected('refused'))
}

/** Did the server send mails when it was last asked? Null where that is not known. */
export async function notedMail(): Promise<boolean | null> {
  const mark = await deviceDb.marks.get(MAIL_MARK).catch(() => expected('refused'))
  return mark ? mark.value === 'yes' : null
}
