import * as z from 'zod/mini'
import { expected } from '../../../contract/errors.ts'
import { type NoticePart, noticePartsSchema } from '../../../contract/notice.ts'
import {
  answerField,
  isAnswer,
  questionsOf,
  signatureOf,
  staffFieldsOf,
  staffValueField,
} from '../../../contract/questions/questions.ts'
import { englishNoticeTime, noticeTimeFormat } from '../../../contract/time/notice-time.ts'
import { presentZone } from '../../../contract/time/zone-name.ts'
import * as names from '../../texts/compiled/field-names.js'
import * as texts from '../../texts/compiled/notifications.js'
import { anAnswer } from '../../texts/compiled/questions.js'
import { localeOf } from '../../texts/languages.ts'
import { answerWords, questionLabel } from '../../texts/question-words.ts'

// Screens and the service worker show notices with this file.

/** The notices of the server whose kind says all. */
const SAME = new Map<string, () => string>([
  ['promoted', texts.promoted],
  ['drawn', texts.drawn],
  ['official', texts.official],
  ['resultsCorrected', texts.resultsCorrected],
  ['movedUp', texts.movedUp],
])

/** What is said of a notice about one entry without its parts: a push has none (contract/push-subject). */
const WITHOUT_PARTS = new Map<string, () => string>([
  ['corrected', texts.correctedAtAll],
  ['clash', texts.clashAtAll],
  ['withdrawn', texts.withdrawnAtAll],
  ['handedOn', texts.handedOnAtAll],
])

/** The fields that staff correct, inside a sentence. */
const FIELDS = {
  firstName: names.firstName,
  lastName: names.lastName,
  phoneNumber: names.phoneNumber,
  email: names.email,
  additionalInfo: names.additionalInfo,
}

const ENGLISH = 'en-GB'

/** What the marathon of a notice asks, where the phone knows it. */
type Asked = { questions: string; staffFields: string }

/**
 * What a notice says: one of the server in the language of the app, from its parts. A notice without parts, with a part
 * that this version does not know, or with a time zone that this phone does not know is shown as the server wrote it.
 */
export function noticeText(notice: { kind: string; text: string; parts?: unknown; asked?: Asked | undefined }): string {
  const { kind, text, parts, asked } = notice
  const known = z.safeParse(noticePartsSchema, parts)
  try {
    return (
      SAME.get(kind)?.() ??
      known.data?.map((part) => sentence(part, asked)).join(' ') ??
      WITHOUT_PARTS.get(kind)?.() ??
      text
    )
  } catch {
    return expected('not-ours', text)
  }
}

/** Says in English exactly what the server says (worker/ops/decide/notice-text.ts). */
function sentence(part: NoticePart, asked: Asked | undefined): string {
  switch (part.kind) {
    case 'cancelled':
      return texts.cancelled({ reason: part.reason })
    case 'restored':
      return texts.restored()
    case 'deleted':
      return texts.eventDeleted()
    case 'start': {
      const { timeZone } = part
      return texts.newStart({
        from: timeAt(part.from, timeZone),
        to: timeAt(part.to, timeZone),
        timeZone: presentZone(timeZone),
      })
    }
    case 'place':
      return texts.newPlace({ from: part.from, to: part.to })
    case 'window':
      return texts.newWindow({ from: timeAt(part.from, part.timeZone), to: timeAt(part.to, part.timeZone) })
    case 'asked':
      return texts.asked()
    case 'corrected': {
      const [from, to] = [part.from, part.to].map((value) => shownPart(part.field, value, asked))
      const field = nameOf(part.field, asked)
      return from && to ? texts.corrected({ field, from, to }) : texts.correctedEmpty({ field })
    }
    case 'clash': {
      const field = nameOf(part.field, asked)
      const { wanted } = part
      return wanted === undefined
        ? texts.clashOfRunner({ field })
        : texts.clashOfStaff({ field, wanted: signatureOf(wanted)?.by ?? shownPart(part.field, wanted, asked) })
    }
    case 'withdrawn':
      return texts.withdrawn({ person: part.person, reason: part.reason })
    case 'handedOn':
      return texts.handedOn({ person: part.person })
  }
}

/** The name of a field that staff corrected: of an answer what was asked, where this phone knows it. */
function nameOf(field: string, asked: Asked | undefined): string {
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field as keyof typeof FIELDS]()
  const question = questionOf(field, asked)
  if (question) return questionLabel(question)
  const noted = asked && staffFieldsOf(asked).find(({ id }) => staffValueField(id) === field)
  return noted?.label ?? anAnswer()
}

function questionOf(field: string, asked: Asked | undefined) {
  return asked && questionsOf(asked).find(({ id }) => answerField(id) === field)
}

/** What a reader sees of a value; '' for a signature, which is no text. */
function shownPart(field: string, value: string, asked: Asked | undefined): string {
  if (!isAnswer(field)) return value
  return signatureOf(value) ? '' : answerWords(questionOf(field, asked), value)
}

/**
 * A time as the clock at the place shows it: `Thu Mar 5, 2037, 09:30`.
 * @throws RangeError for a time zone that this phone does not know
 */
function timeAt(instant: string, timeZone: string): string {
  const locale = localeOf(ENGLISH)
  const format = noticeTimeFormat(locale, timeZone)
  return locale === ENGLISH ? englishNoticeTime(format, instant) : format.format(new Date(instant))
}
