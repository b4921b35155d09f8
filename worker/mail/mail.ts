import MailComposer from 'nodemailer/lib/mail-composer'
import { calendarFile } from '../../contract/calendar/calendar-file.ts'
import { MUST_KNOW } from '../../contract/mail.ts'
import { composeMail } from './compose.ts'
import type { Envelope, MailFacts } from './facts.ts'
import { htmlOf } from './html.ts'
import { plainTextOf } from './plain.ts'
import { qrPicture } from './qr.ts'

/**
 * Makes a mail: HTML and plain text that say the same, the QR code of the entry as a picture inside of it, and a
 * calendar file where somebody may want one. It has no picture or style from elsewhere.
 * @returns the whole message (RFC 5322), with CRLF as line ends
 * @throws Error where an unsubscribe address is missing, or is given for a kind that must be known
 */
export async function buildMail(facts: MailFacts, envelope: Envelope): Promise<string> {
  const { kind, language } = facts
  const { from, to, messageId, date, unsubscribe } = envelope
  if ((unsubscribe === null) !== MUST_KNOW.includes(kind)) throw new Error(`${kind}: wrong unsubscribe address`)
  const content = composeMail(facts, envelope)
  const { code, calendar } = content
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: content.subject,
    messageId,
    date,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      // RFC 8058: mail programs show a button of their own, and POST to this address.
      ...(unsubscribe
        ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
    text: plainTextOf(content),
    html: htmlOf(content),
    attachments: [
      ...(code
        ? [{ filename: 'entry-code.png', cid: code.cid, contentType: 'image/png', content: qrPicture(code.text) }]
        : []),
      ...(calendar
        ? [
            {
              filename: 'event.ics',
              contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
              content: calendarFile(calendar.event, calendar.context),
            },
          ]
        : []),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  return (await composer.compile().build()).toString()
}
