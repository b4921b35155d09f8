import type { Column } from '../../../../contract/questions/answer-columns.ts'
import { bandCode, categoriesOf, startYear } from '../../../../contract/questions/categories.ts'
import {
  type Answers,
  ageOf,
  answerField,
  type QuestionKind,
  questionsOf,
  type StaffValueField,
} from '../../../../contract/questions/questions.ts'
import { csvCell } from '../../../../contract/text/csv.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'

/** The programs of timing companies that a file can be for; `own` has the columns that the user chooses. */
export type Format = 'own' | 'raceResult' | 'webscorer' | 'crossMgr'
type TimingFormat = Exclude<Format, 'own'>

/** The names of the programs. They are no words, so no language has others. */
export const TIMING_PROGRAMS: Record<TimingFormat, string> = {
  raceResult: 'RACE RESULT',
  webscorer: 'Webscorer',
  crossMgr: 'CrossMgr',
}

/**
 * What a column has. Contact data is in none: a timing company needs it seldom, and then it is in the own columns.
 */
type Content = 'bib' | 'firstName' | 'lastName' | 'birthYear' | 'age' | 'sex' | 'club' | 'category' | 'chip'

/**
 * The heads of each program, in its order.
 * - RACE RESULT refuses columns that it does not know, and takes age or year of birth, not both: “Participant Data Fields”
 *   and “Import Participants” of its knowledge base (raceresult.com, kb 2767 and 1115).
 * - Webscorer: the columns that CrossMgr writes for it (WebScorerExport.py in github.com/esitarski/CrossMgr); start lists
 *   may be CSV (webscorer.com/resources/tutorialsl-txt), and a third sex has any label (Webscorer's blog, 29 June 2022).
 * - CrossMgr reads a workbook with these columns: “Link to External Excel Data” of its help, and ReadSignOnSheet.py. It
 *   tells men and women apart by the first letter.
 */
const HEADS: Record<TimingFormat, readonly (readonly [head: string, content: Content])[]> = {
  raceResult: [
    ['Bib', 'bib'],
    ['Lastname', 'lastName'],
    ['Firstname', 'firstName'],
    ['YearOfBirth', 'birthYear'],
    ['Gender', 'sex'],
    ['Club', 'club'],
    ['Transponder1', 'chip'],
  ],
  webscorer: [
    ['Bib', 'bib'],
    ['First name', 'firstName'],
    ['Last name', 'lastName'],
    ['Team name', 'club'],
    ['Category', 'category'],
    ['Age', 'age'],
    ['Gender', 'sex'],
  ],
  crossMgr: [
    ['Bib#', 'bib'],
    ['LastName', 'lastName'],
    ['FirstName', 'firstName'],
    ['Team', 'club'],
    ['Category', 'category'],
    ['Age', 'age'],
    ['Gender', 'sex'],
    ['Tag', 'chip'],
  ],
}

/** Has the program a column for the number of a chip? */
export function takesChips(format: Format): boolean {
  return format !== 'own' && HEADS[format].some(([, content]) => content === 'chip')
}

/**
 * The columns for a program. What the marathon does not ask is left out.
 * @param chip the field of staff that has the numbers of the chips; undefined for none
 */
export function timingColumns(
  format: TimingFormat,
  marathon: MarathonView,
  chip: StaffValueField | undefined,
): Column<ApplicationView>[] {
  const contents = contentsOf(marathon, chip)
  return HEADS[format].flatMap(([head, content]) => {
    const text = contents[content]
    return text ? [{ head, cell: (row, separator) => csvCell(text(row), separator) }] : []
  })
}

function contentsOf(marathon: MarathonView, chip: StaffValueField | undefined) {
  const questions = questionsOf(marathon)
  const answerTo = (kind: QuestionKind) => {
    const asked = questions.find((question) => question.kind === kind)
    return asked && ((row: Answers) => row[answerField(asked.id)] ?? '')
  }
  const [birthYear, sex] = [answerTo('birthYear'), answerTo('sex')]
  const categoryOf = categoriesOf(marathon)
  const year = startYear(marathon)
  const contents: { [content in Content]?: ((row: ApplicationView) => string) | undefined } = {
    bib: ({ bib }) => bib ?? '',
    firstName: ({ firstName }) => firstName,
    lastName: ({ lastName }) => lastName,
    birthYear,
    age: birthYear && ((row) => ageOf(questions, row, year)?.toString() ?? ''),
    // Who does not say it is none of the three.
    sex: sex && ((row) => sex(row).replace('N', '')),
    club: answerTo('club'),
    chip: chip && ((row) => row[chip] ?? ''),
  }
  if (marathon.categories !== '') {
    contents.category = (row) => {
      const band = categoryOf(row)
      return band ? bandCode(band) : ''
    }
  }
  return contents
}
