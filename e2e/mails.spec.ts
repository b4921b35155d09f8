import { testMailsIn } from './support/mails.ts'

// The language that is written from right to left. The others: mails.nightly.spec.ts.
testMailsIn('ar')
