import { MAIL_LANGUAGES } from '../contract/mail.ts'
import { testMailsIn } from './support/mails.ts'

// The languages that mails.spec.ts does not look at in each run.
for (const language of MAIL_LANGUAGES.filter((one) => one !== 'ar')) testMailsIn(language)
