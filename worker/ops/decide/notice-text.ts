import { ASKED } from '../../../contract/fields.ts'
import type { NoticePart } from '../../../contract/notice.ts'
import { asksMore, isAnswer } from '../../../contract/questions/questions.ts'
import type { Fields } from '../../../contract/sync.ts'
import { englishNoticeTime, noticeTimeFormat } from '../../../contract/time/notice-time.ts'
import type { ApplicationCore, MarathonRow, NoticeRow } from '../../db/client.ts'

/** The counts of a marathon's applications. */
export const COUNTS = ['regCount', 'waitingCount', 'enteredCount', 'unclaimedCount'] as const

/** What a notice of the server says: `text` in English, and the same in values as JSON (`noticePartsSchema`). */
export type Told = Pick<NoticeRow, 'kind' | 'text' | 'parts' | 'urgent'>

// The kind of these says all, so they have no parts. Phones have a text of their own for it.
export const PROMOTED: Told = { kind: 'promoted', text: 'A place became free, and it is yours.', parts: '', urgent: 1 }

export const DRAWN: Told = {
  kind: 'drawn',
  text: 'The places were drawn. Your entry says whether you have one.',
  parts: '',
  urgent: 0,
}

export const RESULTS_OFFICIAL: Told = { kind: 'official', text: 'The results are official.', parts: '', urgent: 0 }

export const RESULTS_CORRECTED: Told = {
  kind: 'resultsCorrected',
  text: 'Official results were corrected. The list says what and why.',
  parts: '',
  urgent: 0,
}

/** The notice that a marathon was deleted. It is urgent, unless everybody knows that the marathon does not take place. */
export function tellDeletion({ title, cancelled }: MarathonRow): Told {
  const part: NoticePart = { kind: 'deleted', title }
  const urgent = cancelled === null ? 1 : 0
  return { kind: 'deleted', text: 'The event was deleted.', parts: JSON.stringify([part]), urgent }
}

/**
 * Tells the runner what staff corrected, and where a correction clashes with the runner's own edit. Null if neither is
 * about a field that staff correct. The text has no value: a push says it.
 * @param wanted what staff wanted to write
 * @param answers the fields of answers that the runner sees
 */
export function tellCorrection(
  before: Fields,
  changes: Fields,
  clashes: string[],
  wanted: Fields,
  answers: readonly string[],
): Told | null {
  const shown = [...ASKED, ...answers]
  const corrected = shown
    .filter((field) => field in changes)
    .map((field): NoticePart => {
      return { kind: 'corrected', field, from: String(before[field]), to: String(changes[field]) }
    })
  const clashing = clashParts(shown, clashes, wanted)
  if (corrected.length === 0 && clashing.length === 0) return null
  const parts = JSON.stringify([...corrected, ...clashing])
  if (corrected.length > 0) return { kind: 'corrected', text: 'The organiser corrected your entry.', parts, urgent: 1 }
  return {
    kind: 'clash',
    text: 'The organiser wanted to correct your entry, but you had changed it.',
    parts,
    urgent: 0,
  }
}

/** Tells who corrected an entry last that the runner's edit of it clashes; null where no such field does. */
export function tellClash(fields: string[]): Told | null {
  const parts = clashParts([...ASKED, ...fields.filter(isAnswer)], fields)
  if (parts.length === 0) return null
  return { kind: 'clash', text: 'A runner changed what you had corrected.', parts: JSON.stringify(parts), urgent: 0 }
}

function clashParts(shown: readonly string[], fields: string[], wanted?: Fields): NoticePart[] {
  return shown
    .filter((field) => fields.includes(field))
    .map((field): NoticePart => {
      return { kind: 'clash', field, ...(wanted ? { wanted: String(wanted[field]) } : {}) }
    })
}

/** Tells the runner that staff withdrew the entry, and why. */
export function tellWithdrawal(row: ApplicationCore, reason: string): Told {
  const part: NoticePart = { kind: 'withdrawn', title: row.title, person: personOf(row), reason }
  return { kind: 'withdrawn', text: 'The organiser withdrew your entry.', parts: JSON.stringify([part]), urgent: 1 }
}

/** Tells the runner that somebody took the offered place over. */
export function tellHandedOn(row: ApplicationCore): Told {
  const part: NoticePart = { kind: 'handedOn', title: row.title, person: personOf(row) }
  return { kind: 'handedOn', text: 'Somebody took your place over.', parts: JSON.stringify([part]), urgent: 1 }
}

export const MOVED_UP: Told = { kind: 'movedUp', text: 'You are now first on the waiting list.', parts: '', urgent: 0 }

function personOf({ firstName, lastName }: ApplicationCore): string {
  return `${firstName} ${lastName}`.trim()
}

/** One part of what a change says, with its sentence in English. */
interface Sentence {
  part: NoticePart
  text: string
  urgent: 0 | 1
}

/**
 * The notice that a change of a marathon makes. It has the kind of its most important part and the text of all parts.
 * Null if nobody needs to know.
 */
export function tellChange(before: MarathonRow, after: MarathonRow): Told | null {
  const sentences = sentencesOf(before, after)
  const [first] = sentences
  if (!first) return null
  return {
    kind: first.part.kind,
    text: sentences.map(({ text }) => text).join(' '),
    parts: JSON.stringify(sentences.map(({ part }) => part)),
    urgent: first.urgent,
  }
}

/**
 * The most important part first. Phones build these sentences from the parts (web/store/rows/notice-text.ts); a test compares
 * both.
 */
function sentencesOf(before: MarathonRow, after: MarathonRow): Sentence[] {
  const { cancelled, timeZone } = after
  if (cancelled !== before.cancelled && cancelled !== null) {
    const text = `The event was cancelled. Reason: ${cancelled}`
    return [{ part: { kind: 'cancelled', reason: cancelled }, text, urgent: 1 }]
  }
  const sentences: Sentence[] = []
  if (cancelled !== before.cancelled) {
    sentences.push({ part: { kind: 'restored' }, text: 'The event takes place after all.', urgent: 1 })
  }
  if (after.startDate !== before.startDate) {
    const { startDate: from } = before
    const { startDate: to } = after
    const text = `The start is now ${timeAt(to, timeZone)} (${timeZone}). It was ${timeAt(from, timeZone)}.`
    sentences.push({ part: { kind: 'start', from, to, timeZone }, text, urgent: 1 })
  }
  if (after.location !== before.location) {
    const { location: from } = before
    const { location: to } = after
    const text = `The place is now ${to}. It was ${from}.`
    sentences.push({ part: { kind: 'place', from, to }, text, urgent: 1 })
  }
  if (after.regStart !== before.regStart || after.regEnd !== before.regEnd) {
    const { regStart: from, regEnd: to } = after
    const text = `Registration is now open from ${timeAt(from, timeZone)} until ${timeAt(to, timeZone)}.`
    sentences.push({ part: { kind: 'window', from, to, timeZone }, text, urgent: 0 })
  }
  const hasEntries = COUNTS.some((of) => after[of] > 0)
  if (hasEntries && asksMore(before, after)) {
    const text = 'The organiser asks something new. Please look at your entry.'
    sentences.push({ part: { kind: 'asked' }, text, urgent: 0 })
  }
  return sentences
}

/** A time as the clock at the place shows it. */
function timeAt(instant: string, timeZone: string): string {
  return englishNoticeTime(noticeTimeFormat('en-GB', timeZone), instant)
}
