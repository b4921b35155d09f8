import { personKey } from '../../../../contract/application.ts'
import type { AnswerField, Answers } from '../../../../contract/questions/questions.ts'
import { foldText } from '../../../../contract/text/fold-text.ts'

/** What tells people of one name apart. */
export interface Person extends Answers {
  firstName: string
  lastName: string
  email?: string | null | undefined
  phoneNumber?: string | null | undefined
}

/** Fewer digits than these at the end of two numbers tell nothing. */
const TELLING_DIGITS = 8

/** A person as it is compared. It is made once: a file may have thousands of one name. */
export interface PersonParts {
  key: string
  year: string
  email: string
  phone: string
}

/** What is compared of a person. */
export function partsOf({ firstName, lastName, email, phoneNumber, ...answers }: Person, born: AnswerField | null) {
  return {
    key: personKey(firstName, lastName),
    year: born === null ? '' : (answers[born] ?? ''),
    email: foldText(email ?? ''),
    phone: (phoneNumber ?? '').replace(/\D/g, ''),
  }
}

/** A text that is the same for the same person in a file, however it is written. */
export function personOf({ key, year, email, phone }: PersonParts): string {
  return [key, year, email, phone].join('\n')
}

/**
 * Are two people of one name the same? A year of birth, an address or a phone number says so. Who has another year of
 * birth is another person: a father and a son may share the rest. `unknown`: they have nothing to compare, or the year
 * alone is the same and all else differs.
 */
export function isSamePerson(one: PersonParts, other: PersonParts): 'same' | 'different' | 'unknown' {
  const years = compared(one.year, other.year)
  if (years === false) return 'different'
  const emails = compared(one.email, other.email)
  const phones = compared(one.phone, other.phone)
  const isSame = emails === true || phones === true || (phones === false && isSameEnd(one.phone, other.phone))
  if (isSame) return 'same'
  if (years) return emails === false && phones === false ? 'unknown' : 'same'
  return emails === false || phones === false ? 'different' : 'unknown'
}

/** null if one of them is missing. */
function compared(one: string, other: string): boolean | null {
  return one === '' || other === '' ? null : one === other
}

/** One of two numbers may have a country code, or zeros before it. */
function isSameEnd(one: string, other: string): boolean {
  const end = one.slice(-TELLING_DIGITS)
  return end.length === TELLING_DIGITS && other.endsWith(end)
}
