/** The languages of mails: those of the app. */
export const MAIL_LANGUAGES = ['en', 'de', 'es', 'bn', 'ar'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** Which mails an account wants: all, or those that it must know (`MUST_KNOW`). */
export const MAIL_WANTS = ['all', 'needed'] as const

/** Why an address gets no mail any more: it does not exist, or its owner called a mail spam. */
export const MAIL_ENDS = ['bounced', 'complained'] as const
