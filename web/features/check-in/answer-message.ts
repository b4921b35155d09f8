import type { ApplicationView } from '../../data/overlay.ts'
import type { ScanAnswer } from '../../data/scan.ts'
import { entrantName } from '../../shared/marathon/entrant-name.ts'
import { formatDayInText, formatTime } from '../../ui/format/format.ts'

/**
 * How an answer looks and sounds. `look`: it counts, and somebody should look at it. `done`: what the user asked for is
 * done. `wait`: there is no answer yet.
 */
export type Tone = 'yes' | 'look' | 'no' | 'done' | 'wait'

/** An answer in words. The tone is never said by colour alone: `word` says it too. */
export interface AnswerMessage {
  tone: Tone
  /** The answer in a few words. */
  word: string
  /** Whom it is about: name and bib. */
  who: string
  /** What else there is to know, in sentences. */
  detail: string
}

/** What is shown while an answer is late. */
export const READING: AnswerMessage = { tone: 'wait', word: 'Reading…', who: '', detail: '' }

const SAME = 'This is still the same scan.'

/**
 * The words for an answer.
 * @param now the server's time, ms; a time of another day is shown with its day
 */
export function answerMessage(answer: ScanAnswer, timeZone: string, now: number): AnswerMessage {
  switch (answer.kind) {
    case 'first':
      return { tone: 'yes', word: 'Here', who: who(answer.application), detail: '' }
    case 'already': {
      const since = answer.earlier.map((checkIn) => `${whenAndWhere(checkIn, timeZone, now)}. `).slice(0, 1)
      return {
        tone: 'look',
        word: 'Already here',
        who: who(answer.application),
        detail: `${since}${answer.isRepeat ? SAME : 'This scan is recorded too.'}`,
      }
    }
    case 'waiting-list':
    case 'in-ballot':
      return {
        tone: 'no',
        word: answer.kind === 'in-ballot' ? 'In the ballot, not drawn yet' : 'Waiting list',
        who: who(answer.application),
        detail: `This entry has no place yet. ${answer.isRepeat ? SAME : 'The scan is recorded.'}`,
      }
    case 'withdrawn': {
      const { day, time } = moment(answer.at, timeZone, now)
      const word = `Withdrawn ${day && `on ${day} `}at ${time}`
      return { tone: 'no', word, who: '', detail: 'The runner took this entry back.' }
    }
    case 'cancelled':
      return {
        tone: 'no',
        word: 'Event cancelled',
        who: who(answer.application),
        detail: `Nobody is checked in. The reason: ${answer.reason}`,
      }
    case 'other-event':
      return {
        tone: 'no',
        word: 'Other event',
        who: who(answer.application),
        detail: `This entry is for ${answer.title || 'another event'}.`,
      }
    case 'unknown':
      return {
        tone: 'no',
        word: 'Unknown code',
        who: '',
        detail: answer.isEntryCode
          ? 'No entry on this phone has this code. It may be newer than the last sync, withdrawn, or for another event.'
          : 'This is not the code of an entry.',
      }
  }
}

/** 'Ana Adason, bib 12'. */
export function who(application: Pick<ApplicationView, 'firstName' | 'lastName' | 'bib'>): string {
  const name = entrantName(application)
  return application.bib ? `${name}, bib ${application.bib}` : name
}

/** '07:02 at gate A'. */
export function whenAndWhere({ at, gate }: { at: string; gate: string }, timeZone: string, now: number): string {
  const { day, time } = moment(at, timeZone, now)
  return `${day && `${day}, `}${time}${atGate(gate)}`
}

/** ' at gate A', also for a gate that is named 'Gate A'; '' for none. */
function atGate(gate: string): string {
  if (gate === '') return ''
  return /\bgate\b/i.test(gate) ? ` at ${gate}` : ` at gate ${gate}`
}

/** The time, and the day if it is not today. */
function moment(at: string, timeZone: string, now: number): { day: string; time: string } {
  const day = formatDayInText(at, timeZone)
  const isToday = day === formatDayInText(new Date(now).toISOString(), timeZone)
  return { day: isToday ? '' : day, time: formatTime(at, timeZone) }
}
