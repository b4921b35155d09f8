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

/** The parts of a person as they are compared. */
function parts({ email, phoneNumber, ...answers }: Person, born: AnswerField | null) {
  const year = born === null ? '' : (answers[born] ?? '')
  return [year, foldText(email ?? ''), (phoneNumber ?? '').replace(/\D/g, '')] as const
}

/** A text that is the same for the same person in a file, however it is written. */
export function personOf(person: Person, born: AnswerField | null): string {
  return [personKey(person.firstName, person.lastName), ...parts(person, born)].join('\n')
}

/**
 * Are two people of one name the same? A year of birth, an address or a phone number says so. Who has another year of birth is
 * another person: a father and a son may share the rest. `unknown`: they have nothing to compare, or the year alone is the same and
 * all else differs.
 */
export function isSamePerson(one: Person, other: Person, born: AnswerField | null): 'same' | 'different' | 'unknown' {
  const [year, email, phone] = parts(one, born)
  const [otherYear, otherEmail, otherPhone] = parts(other, born)
  const compared = (a: string, b: string, isSame: boolean) => (a === '' || b === '' ? null : isSame)
  const years = compared(year, otherYear, year === otherYear)
  const contacts = [
    compared(email, otherEmail, email === otherEmail),
    compared(phone, otherPhone, samePhone(phone, otherPhone)),
  ].filter((is) => is !== null)
  if (years === false) return 'different'
  if (contacts.includes(true)) return 'same'
  if (years === true) return contacts.length > 1 ? 'unknown' : 'same'
  return contacts.length > 0 ? 'different' : 'unknown'
}

/** One of two numbers may have a country code, or zeros before it. */
function samePhone(one: string, other: string): boolean {
  const [a, b] = [one.slice(-TELLING_DIGITS), other.slice(-TELLING_DIGITS)]
  return one === other || (a.length === TELLING_DIGITS && a === b)
}
