import { startYear } from '../../../contract/questions/categories.ts'
import {
  type Answers,
  answerField,
  owedAnswers,
  type Question,
  questionsOf,
} from '../../../contract/questions/questions.ts'
import { may, type Role } from '../../../contract/roles.ts'

interface Asking {
  questions: string
  startDate: string
  timeZone: string
  role: Role | null
}

/** The waivers that staff see and that an entry has not signed, or not as they are now. */
export function owedWaivers(marathon: Asking, entrant: Answers): Question[] {
  // Most marathons have none, and lists ask for each row.
  if (!marathon.questions.includes('"waiver"')) return []
  const seen = questionsSeen(marathon)
  const owed = owedAnswers(seen, entrant, startYear(marathon))
  return seen.filter(({ id, kind }) => kind === 'waiver' && answerField(id) in owed)
}

/** The questions whose answers the user sees. */
export function questionsSeen({ questions, role }: Pick<Asking, 'questions' | 'role'>): Question[] {
  const isWhole = may(role, 'organise')
  return questionsOf({ questions }).filter(({ staffSees }) => staffSees || isWhole)
}
