import { type Answers, isAnswer } from '../../../contract/questions/questions.ts'
import { type Searchable, searchable } from '../../marathon/find-entrants.ts'
import { onceEach } from '../../marathon/once-each.ts'
import type { ApplicationView } from '../../store/overlay.ts'

/** Prepares entrants for a search, each once, with their answers and what fields of staff say of them. */
export const prepared = onceEach(
  (one: ApplicationView) => searchable([one], answerTexts)[0] as Searchable<ApplicationView>,
)

/** The answers that a search looks into. A signature has a filter. */
function answerTexts(entrant: Answers): string {
  let texts = ''
  for (const name in entrant) {
    if (!name.includes('.') || !isAnswer(name)) continue
    const answer = entrant[name] ?? ''
    if (!answer.startsWith('{')) texts += ` ${answer}`
  }
  return texts
}
