import { type Band, bandCode } from '../../contract/questions/categories.ts'
import { type Question, type QuestionKind, SEXES, type Sex, signatureOf } from '../../contract/questions/questions.ts'
import * as texts from '../texts/compiled/questions.js'
import { formatDayTime, readerTimeZone } from '../ui/format/format.ts'

/** The names of the kinds that need no wording of the organiser. */
const NAMES: Partial<Record<QuestionKind, () => string>> = {
  birthYear: texts.birthYear,
  sex: texts.sex,
  club: texts.club,
  emergency: texts.emergency,
}
const SEX_TEXTS: Record<Sex, () => string> = {
  F: texts.female,
  M: texts.male,
  X: texts.other,
  N: texts.notSaid,
}

/** What a question asks: the organiser's wording, or the name of its kind. */
export function questionLabel({ label, kind }: Pick<Question, 'label' | 'kind'>): string {
  return label || NAMES[kind]?.() || texts.removed()
}

/** What a reader sees of an answer; '' for none. @param question undefined for one that the marathon asks no more */
export function shownAnswer(question: Question | undefined, answer: string): string {
  if (answer === 'yes' && question?.kind === 'yesNo') return texts.yes()
  if (answer === 'no' && question?.kind === 'yesNo') return texts.no()
  if (question?.kind === 'sex') return SEXES.some((sex) => sex === answer) ? SEX_TEXTS[answer as Sex]() : answer
  const signature = signatureOf(answer)
  if (!signature) return answer
  const { version, at, by, guardian } = signature
  const day = formatDayTime(at, readerTimeZone())
  return guardian === '' ? texts.signed({ version, day, by }) : texts.signedWith({ version, day, by, guardian })
}

/** The name of a category: its own, or “Female 30–39”. */
export function bandLabel(band: Band): string {
  if (band.name !== '' || band.sex === '') return bandCode(band)
  const sex = SEX_TEXTS[band.sex]()
  if (band.to === null) return texts.bandFrom({ sex, from: band.from })
  return band.from === 0 ? texts.bandTo({ sex, to: band.to }) : texts.band({ sex, from: band.from, to: band.to })
}
