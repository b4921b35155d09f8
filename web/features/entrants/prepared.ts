import type { Answers } from '../../../contract/questions/questions.ts'
import { searchText } from '../../../contract/text/fold-text.ts'
import { type Searchable, searchable } from '../../marathon/find-entrants.ts'
import { onceEach } from '../../marathon/once-each.ts'
import type { ApplicationView } from '../../store/overlay.ts'

/** Prepares entrants for a search, each once, with their answers and what fields of staff say of them. */
export const prepared = onceEach(
  (one: ApplicationView) => searchable([one], answerTexts)[0] as Searchable<ApplicationView>,
)

/**
 * Answers as a search looks into them. Most are one of a few, such as clubs, sizes and years, and to fold one with an accent
 * takes long: without this, 50,000 entrants took ten times as long.
 */
const folded = new Map<string, string>()
const MOST_FOLDED = 5000

function foldedOnce(answer: string): string {
  const known = folded.get(answer)
  if (known !== undefined) return known
  const text = searchText(answer)
  if (folded.size >= MOST_FOLDED) folded.clear()
  folded.set(answer, text)
  return text
}

/** The answers that a search looks into. A signature has a filter. */
function answerTexts(entrant: Answers): string {
  let texts = ''
  for (const name in entrant) {
    if (!name.startsWith('answers.') && !name.startsWith('staff.')) continue
    const answer = entrant[name as keyof Answers] ?? ''
    if (!answer.startsWith('{')) texts += ` ${foldedOnce(answer)}`
  }
  return texts
}
