import type { CalendarEvent } from '../../contract/calendar/calendar-file.ts'
import type { MailKind, MailLanguage } from '../../contract/mail.ts'
import type { NoticePart } from '../../contract/notice.ts'

/** A marathon of which a mail says when and where it is. Of a deleted one only the title is known. */
type MailMarathon = (CalendarEvent & { organisedBy: string }) | { title: string }

/** What a mail says, before it is words. */
export interface MailFacts {
  kind: MailKind
  language: MailLanguage
  marathon: MailMarathon
  /** The entry that the mail is about; none where it is about several entries of the account, or about all. */
  entry?: { id: string; firstName: string; lastName: string; bib: string; code: string; status: string }
  /** What a notice of the server says, in values. */
  parts?: NoticePart[]
  /** The words of an organiser (`written`), and the name of who wrote them. */
  text?: string
  by?: string
  /** The own official result: the place among all, and the time. */
  result?: { place: number; timeMs: number }
}

/** What a mail needs besides what it says. */
export interface Envelope {
  /** 'Startline <mail@run.example>', or the address alone. */
  from: string
  /** The address alone. */
  to: string
  /** The app's, as 'https://run.example'. All links of a mail lead there. */
  origin: string
  /** '<id@host>': the same for the same mail, so that a double can be known. */
  messageId: string
  date: Date
  /** The address that stops mails, which also takes the POST of RFC 8058; null for a kind of MUST_KNOW. */
  unsubscribe: string | null
}
