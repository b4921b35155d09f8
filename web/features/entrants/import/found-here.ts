import type { Answers } from '../../../../contract/questions/questions.ts'
import type { Row } from '../../../forms/files/read-table.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/import.js'

/** What a line says of somebody who is here already. */
export interface FoundHere {
  row: Row
  entrant: ApplicationView
  /** Answers that the entry lacks. */
  missing: Answers
  /** Answers that are others in the entry, and a sentence about them. */
  others: Answers
  message: string
}

/** Changes of an entry that is here. */
export interface FilledIn {
  entrant: ApplicationView
  answers: Answers
}

/**
 * Compares the answers of a line with those of an entry.
 * @param wrong what is wrong with an answer. It is nothing to be said where the entry has the same
 * @returns null if the line changes nothing
 */
export function foundHere(
  entrant: ApplicationView,
  answers: Answers,
  wrong: Record<string, string>,
  labels: Record<string, string>,
): (Omit<FoundHere, 'row'> & { wrong: string }) | null {
  const changed = (Object.entries(answers) as [keyof Answers, string][]).filter(
    ([field, value]) => plain(value) !== plain(entrant[field] ?? ''),
  )
  if (changed.length === 0) return null
  const isMissing = ([field]: [keyof Answers, string]) => (entrant[field] ?? '') === ''
  const others = changed.filter((one) => !isMissing(one))
  return {
    entrant,
    missing: Object.fromEntries(changed.filter(isMissing)),
    others: Object.fromEntries(others),
    message: others
      .map(([field, value]) => texts.differs({ label: labels[field] ?? '', now: entrant[field] ?? '', value }))
      .join(' '),
    wrong: changed.flatMap(([field]) => wrong[field] ?? []).join(' '),
  }
}

/** A file writes the phone number of an emergency contact with blanks. */
function plain(answer: string): string {
  return /^[+\d][\d ()]*$/.test(answer) ? answer.replace(/[ ()]/g, '') : answer
}

/** What is changed in entries that are here. */
export function filledIn(
  known: readonly FoundHere[],
  { fills, takes }: { fills: boolean; takes: boolean },
): FilledIn[] {
  return known.flatMap(({ entrant, missing, others }) => {
    const answers = { ...(fills && missing), ...(takes && others) }
    return Object.keys(answers).length > 0 ? [{ entrant, answers }] : []
  })
}
