import { foldText } from '../../../contract/text/fold-text.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import type { ApplicationView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { formatDay, formatTime } from '../../ui/format/format.ts'
import type { ScanAnswer } from './find-scanned.ts'

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
export function reading(): AnswerMessage {
  return { tone: 'wait', word: texts.reading(), who: '', detail: '' }
}

/** The same answer about who has a waiver to sign: it counts, and somebody should look at it. */
export function unsigned(message: AnswerMessage): AnswerMessage {
  return { ...message, tone: 'look', detail: [texts.waiverUnsigned(), message.detail].filter(Boolean).join(' ') }
}

/**
 * The words for an answer.
 * @param now the server's time, ms; a time of another day is shown with its day
 * @param since since when this phone has heard nothing from the server, if that is long; null if it is not
 */
export function answerMessage(
  answer: ScanAnswer,
  timeZone: string,
  now: number,
  since: string | null = null,
): AnswerMessage {
  switch (answer.kind) {
    case 'first':
      return { tone: 'yes', word: texts.here(), who: who(answer.application), detail: '' }
    case 'already': {
      const [first] = answer.earlier
      const since = first ? whenAndWhere(first, timeZone, now) : ''
      return {
        tone: 'look',
        word: texts.alreadyHere(),
        who: who(answer.application),
        detail: answer.isRepeat ? texts.sinceSameScan({ since }) : texts.sinceRecorded({ since }),
      }
    }
    case 'waiting-list':
    case 'in-ballot':
      return {
        tone: 'no',
        word: answer.kind === 'in-ballot' ? texts.notDrawnYet() : texts.waitingList(),
        who: who(answer.application),
        detail: answer.isRepeat ? texts.noPlaceSameScan() : texts.noPlaceRecorded(),
      }
    case 'unconfirmed':
      return {
        tone: 'no',
        word: texts.unconfirmedEntry(),
        who: who(answer.application),
        detail: answer.isRepeat ? texts.unconfirmedSameScan() : texts.unconfirmedRecorded(),
      }
    case 'withdrawn': {
      const { day, time } = moment(answer.at, timeZone, now)
      if (answer.isHandedOn) {
        const word = day ? texts.handedOnOn({ day, time }) : texts.handedOnAt({ time })
        return { tone: 'no', word, who: '', detail: texts.handedOnDetail() }
      }
      const word = day ? texts.withdrawnOn({ day, time }) : texts.withdrawnAt({ time })
      const { reason } = answer
      return {
        tone: 'no',
        word,
        who: '',
        detail: reason ? texts.withdrawnBecause({ reason }) : texts.withdrawnDetail(),
      }
    }
    case 'cancelled':
      return {
        tone: 'no',
        word: texts.eventCancelled(),
        who: who(answer.application),
        detail: texts.cancelledDetail({ reason: answer.reason }),
      }
    case 'other-event':
      return {
        tone: 'no',
        word: texts.otherEvent(),
        who: who(answer.application),
        detail: answer.title ? texts.forEvent({ title: answer.title }) : texts.forOtherEvent(),
      }
    case 'unknown':
      return {
        tone: 'no',
        word: texts.unknownCode(),
        who: '',
        detail: unknownDetail(answer.isEntryCode, since),
      }
  }
}

function unknownDetail(isEntryCode: boolean, since: string | null): string {
  if (!isEntryCode) return texts.noEntryCode()
  return since === null ? texts.unknownEntry() : texts.unknownEntrySince({ since })
}

/** 'Ana Adason, bib 12', or 'Ana Adason, holds bib 12' if that is somebody else's. */
export function who(
  application: Pick<ApplicationView, 'firstName' | 'lastName' | 'bib'> & { wantedBib?: string | null },
): string {
  const { bib, wantedBib } = application
  const name = entrantName(application)
  const named = bib ? texts.nameAndBib({ name, bib }) : name
  return wantedBib ? texts.nameAndHeldBib({ name: named, bib: wantedBib }) : named
}

/** '07:02 at gate A', also for a gate that is named 'Gate A'; '07:02' for none. */
export function whenAndWhere({ at, gate }: { at: string; gate: string }, timeZone: string, now: number): string {
  const { day, time } = moment(at, timeZone, now)
  const when = day ? texts.dayAndTime({ day, time }) : time
  if (gate === '') return when
  const words = gate.split(/[^\p{L}\p{M}\p{N}_]+/u).map(foldText)
  return words.includes(foldText(texts.gateWord())) ? texts.atNamedGate({ when, gate }) : texts.atGate({ when, gate })
}

/** The time, and the day if it is not today. */
function moment(at: string, timeZone: string, now: number): { day: string; time: string } {
  const day = formatDay(at, timeZone)
  const isToday = day === formatDay(new Date(now).toISOString(), timeZone)
  return { day: isToday ? '' : day, time: formatTime(at, timeZone) }
}
