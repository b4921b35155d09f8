import { recordError } from '../../../contract/errors.ts'
import type { Band, Categories } from '../../../contract/questions/categories.ts'
import { type Question, questionsOf, staffFieldsOf } from '../../../contract/questions/questions.ts'
import { splitsOf } from '../../../contract/results/recording.ts'
import * as texts from '../../texts/compiled/asked.js'
import { questionLabel, SEX_TEXTS } from '../../texts/question-words.ts'
import type { AskedField } from './stored-asked.ts'

/** What the JSON of a marathon's questions, fields of staff, categories or splits says, line by line. */
export function askedWords(field: AskedField, stored: string): string {
  try {
    return WORDS[field](stored).join('\n')
  } catch (error) {
    // What another version of the app wrote.
    return recordError(error, texts.unreadable())
  }
}

const WORDS: Record<AskedField, (stored: string) => string[]> = {
  questions: (stored) =>
    questionsOf({ questions: stored }).flatMap((question, index) => {
      const words = [questionLabel(question), ...questionTraits(question)].join(' · ')
      const { options = [], text = '' } = question
      return [texts.numbered({ n: index + 1, words }), ...[options.join(', '), text].filter((line) => line !== '')]
    }),
  staffFields: (stored) =>
    staffFieldsOf({ staffFields: stored }).map(({ label, isShown }) => (isShown ? texts.shownField({ label }) : label)),
  splits: (stored) => splitsOf({ splits: stored }),
  categories: (stored) => {
    const known = JSON.parse(stored) as Categories
    return 'preset' in known ? [PRESETS[known.preset]()] : known.bands.map(bandWords)
  },
}

/** The names of the ready-made categories. */
export const PRESETS = { ten: texts.bandsTen, five: texts.bandsFive, masters: texts.bandsMasters }

/** What beside its wording makes a question. */
function questionTraits({ isRequired, staffSees, guardianBelow, version, asksFrom }: Question): string[] {
  return [
    ...(version ? [texts.version({ version })] : []),
    ...(asksFrom ? [texts.askedFrom({ version: asksFrom })] : []),
    ...(isRequired ? [texts.askedRequired()] : []),
    ...(staffSees ? [texts.askedSeen()] : []),
    ...(guardianBelow ? [texts.askedGuardian({ age: guardianBelow })] : []),
  ]
}

/** What a sex of a band is called. */
export const BAND_SEX_TEXTS: Record<Band['sex'], () => string> = {
  '': texts.anySex,
  F: SEX_TEXTS.F,
  M: SEX_TEXTS.M,
  X: SEX_TEXTS.X,
}

function bandWords({ name, sex, from, to }: Band): string {
  const ages = to === null ? texts.openBand({ name, from }) : texts.anyBand({ name, from, to })
  return sex === '' ? ages : `${ages} · ${BAND_SEX_TEXTS[sex]()}`
}
