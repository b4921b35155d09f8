import { expected } from '../../../contract/errors.ts'
import { deviceDb, MAIL_MARK } from '../../store/device-db.ts'

let noted: boolean | undefined

/** Reads what this phone has noted. An open app does it soon, so that a form knows it at its first paint. */
export async function readNotedMail(): Promise<void> {
  const mark = await deviceDb.marks.get(MAIL_MARK).catch(() => expected('refused'))
  if (mark) noted ??= mark.value === 'yes'
}

/** Notes whether the server sends mails. Where the phone stores nothing, the server is asked again. */
export async function noteMail(hasMail: boolean): Promise<void> {
  if (noted === hasMail) return
  noted = hasMail
  await deviceDb.marks.put({ key: MAIL_MARK, value: hasMail ? 'yes' : 'no' }).catch(() => expected('refused'))
}

/** Did the server send mails when it was last asked? Undefined where that is not known. */
export function hadMail(): boolean | undefined {
  return noted
}
