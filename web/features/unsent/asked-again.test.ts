import { expect, it } from 'vitest'
import type { Question } from '../../../contract/questions/questions.ts'
import type { Role } from '../../../contract/roles.ts'
import type { InboxRecord } from '../../store/account-db.ts'
import { opOf } from '../../testing/test-account.ts'
import { questionsAgain } from './asked-again.ts'

const question = (id: string, kind: Question['kind'], staffSees: boolean): Question => {
  return { id, kind, label: '', isRequired: true, staffSees, ...(kind === 'waiver' && { text: 'Text', version: 1 }) }
}
const BORN = question('born00', 'birthYear', false)
const CLUB = question('club00', 'club', true)
const WAIVER = question('waiver', 'waiver', true)

function asked(type: string, role: Role | null): string[] {
  const op = opOf(type, { 'answers.waiver': '' })
  const item = { opId: op.opId, target: `application:${op.id}`, op, at: op.at, code: 'INVALID' } as InboxRecord
  const marathon = {
    questions: JSON.stringify([BORN, CLUB, WAIVER]),
    staffFields: '',
    startDate: '',
    timeZone: 'UTC',
    role,
  }
  return questionsAgain(item, { title: '', timeZone: 'UTC', asked: marathon }).map(({ id }) => id)
}

it.each<[string, Role | null, string[]]>([
  ['application.walkIn', 'desk', ['waiver']],
  ['application.correct', 'desk', ['waiver']],
  ['application.correct', 'organiser', ['born00', 'waiver']],
  ['application.update', null, ['born00', 'waiver']],
  ['application.create', null, ['born00', 'club00', 'waiver']],
  ['application.create', 'desk', ['born00', 'club00', 'waiver']],
])('the form of a rejected %s by %s asks what this user may answer', (type, role, ids) => {
  expect(asked(type, role)).toEqual(ids)
})
