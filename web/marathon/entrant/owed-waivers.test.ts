import { expect, it } from 'vitest'
import { type Question, signatureText } from '../../../contract/questions/questions.ts'
import type { Role } from '../../../contract/roles.ts'
import { owedWaivers } from './owed-waivers.ts'

const waiver = (other: Partial<Question> = {}): Question => {
  return {
    id: 'waiver',
    kind: 'waiver',
    label: 'W',
    isRequired: true,
    staffSees: true,
    text: 'T',
    version: 1,
    ...other,
  }
}
const signed = (version: number) => ({
  'answers.waiver': signatureText({ version, at: '2027-01-01T00:00:00.000Z', by: 'Ravi', guardian: '' }),
})
const RENEWED = waiver({ version: 2, asksFrom: 2, earlier: ['Old'] })

it.each<[what: string, role: Role, question: Question, answers: object, isOwed: boolean]>([
  ['one that is not signed is', 'desk', waiver(), {}, true],
  ['one that is signed is not', 'gate', waiver(), signed(1), false],
  ['one with a new text is', 'gate', RENEWED, signed(1), true],
  ['one whose new text is signed is not', 'gate', RENEWED, signed(2), false],
  ['one that need not be signed is not', 'desk', waiver({ isRequired: false }), {}, false],
  ['one that staff do not see may be signed and is not', 'desk', waiver({ staffSees: false }), {}, false],
  ['one that organisers alone see is', 'organiser', waiver({ staffSees: false }), {}, true],
])('of waivers at the desk, %s owed', (_what, role, question, answers, isOwed) => {
  const marathon = {
    questions: JSON.stringify([question]),
    startDate: '2028-01-31T08:00:00.000Z',
    timeZone: 'UTC',
    role,
  }
  expect(owedWaivers(marathon, answers)).toHaveLength(isOwed ? 1 : 0)
})
