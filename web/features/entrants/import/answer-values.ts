import { cleanAnswer, type Question, SEXES, type Sex } from '../../../../contract/questions/questions.ts'
import { foldText } from '../../../../contract/text/fold-text.ts'
import { latinDigits } from '../../../../contract/text/latin-digits.ts'
import { normaliseLine } from '../../../../contract/text/plain-text.ts'

// How people write answers in files, and what is stored of them. What is not recognised stays as it is, and the check of the
// answer names it.

/** How people write each sex, in the languages of the app. */
const SEX_WORDS: Record<Sex, string[]> = {
  F: [
    ...[
      'f',
      'w',
      'fem',
      'female',
      'femenino',
      'femenina',
      'woman',
      'women',
      'girl',
      'lady',
      'weiblich',
      'frau',
      'damen',
    ],
    ...['dame', 'mujer', 'mujeres', 'femme', 'নারী', 'মহিলা', 'أنثى', 'انثى', 'امرأة', 'نساء', 'سيدة'],
  ],
  M: [
    ...['m', 'masc', 'male', 'masculino', 'man', 'men', 'boy', 'männlich', 'mann', 'herr', 'herren', 'h', 'hombre'],
    ...['hombres', 'varón', 'homme', 'পুরুষ', 'ذكر', 'رجل', 'رجال'],
  ],
  X: ['x', 'd', 'divers', 'diverse', 'other', 'nonbinary', 'nb', 'otro', 'otra', 'no binario', 'অন্যান্য', 'أخرى', 'آخر'],
  N: [
    ...['n', 'prefer not to say', 'not said', 'unknown', 'keine angabe', 'k.a.', 'prefiero no decirlo', 'বলতে চাই না'],
    ...['أفضّل عدم القول'],
  ],
}
const YES = ['yes', 'y', 'true', '1', 'x', '✓', '✔', 'ja', 'j', 'wahr', 'si', 's', 'verdadero', 'হ্যাঁ', 'نعم']
const NO = ['no', 'n', 'false', '0', 'nein', 'falsch', 'falso', 'না', 'لا', 'كلا']

const wordsOf = (entries: [string, readonly string[]][]) =>
  new Map(entries.flatMap(([value, words]) => words.map((word) => [plain(word), value] as const)))
const SEX = wordsOf(SEXES.map((sex) => [sex, SEX_WORDS[sex]]))
const YES_NO = wordsOf([
  ['yes', YES],
  ['no', NO],
])

function plain(text: string): string {
  return foldText(normaliseLine(text)).replace(/[^\p{L}\p{M}\p{N}✓✔]/gu, '')
}

/**
 * Makes what turns the cells of a column into answers to a question.
 * @param column all cells of the column: where one says `H` for hombre, `M` is mujer
 */
export function answersFor(question: Question, column: readonly string[]): (cell: string) => string {
  const { kind, options = [] } = question
  switch (kind) {
    case 'sex': {
      const hasHombre = column.some((cell) => ['h', 'hombre'].includes(plain(cell)))
      return (cell) => (hasHombre && plain(cell) === 'm' ? 'F' : (SEX.get(plain(cell)) ?? cell))
    }
    case 'yesNo':
      return (cell) => YES_NO.get(plain(cell)) ?? cell
    case 'choice': {
      // Options that differ by signs or by case alone, and those of signs, are themselves letter for letter.
      const byText = Map.groupBy(options, plain)
      return (cell) => {
        const [option, another] = byText.get(plain(cell)) ?? []
        return options.includes(cell) || plain(cell) === '' || another !== undefined ? cell : (option ?? cell)
      }
    }
    case 'birthYear':
      return yearOf
    case 'number':
      return (cell) => cleanAnswer(cell.replace(/^(-?\d+)[.,]0+$/, '$1'), kind)
    default:
      return (cell) => cleanAnswer(cell, kind)
  }
}

/** The year of a date, or of a birth year; the cell where there is none, or more than one. */
function yearOf(cell: string): string {
  const years = latinDigits(cell).match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []
  return years.length === 1 ? (years[0] ?? cell) : cell
}
