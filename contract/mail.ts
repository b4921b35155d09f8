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
