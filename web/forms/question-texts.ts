import { type Band, bandCode } from '../../contract/questions/categories.ts'
import { type Question, signatureOf } from '../../contract/questions/questions.ts'
import * as texts from '../texts/compiled/questions.js'
import { answerWords, SEX_TEXTS } from '../texts/question-words.ts'
import { formatDayTime, readerTimeZone } from '../ui/format/format.ts'

/** What a reader sees of an answer; '' for none. @param question undefined for one that the marathon asks no more */
export function shownAnswer(question: Question | undefined, answer: string): string {
  const signature = signatureOf(answer)
  if (!signature) return answerWords(question, answer)
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
