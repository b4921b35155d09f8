import * as call from '../../contract/call-words.ts'
import * as field from '../../contract/field-words.ts'
import { UNKNOWN_FIELD, WAS_DELETED, WAS_ENDED } from '../../contract/problem.ts'
import * as texts from '../texts/compiled/forms.js'

/** The names of the values in a pattern: 'min' | 'max' of 'from {min} to {max}'. */
type ValueOf<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueOf<Rest>
  : never

type Sentence = (values: Record<string, string | number>) => string

/**
 * Says which sentence stands for words of the API. The compiler checks that they have the same values; `never` stands
 * for any type of a value.
 * @param pattern the words, with their values in braces
 */
function show<Pattern extends string>(
  pattern: Pattern,
  sentence: (values: Record<ValueOf<Pattern> | 'label', never>) => string,
): [words: RegExp, sentence: Sentence] {
  const plain = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const words = plain.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${isNumber(name) ? '\\d+' : '.+'})`)
  // The groups of the expression are the values of the sentence.
  return [new RegExp(`^${words}$`, 's'), sentence as Sentence]
}

function isNumber(name: string): boolean {
  return name === 'min' || name === 'max'
}

/** All that the API says of a field. The first that fits counts. */
const SENTENCES = [
  show(field.NOT_TEXT, texts.notText),
  show(field.REQUIRED, texts.required),
  show(field.NOT_A_PICTURE_URL, texts.notAPictureUrl),
  show(field.NOT_AN_ID, texts.notAnId),
  show(field.NOT_AN_EMAIL, texts.notAnEmail),
  show(field.NOT_A_BOOLEAN, texts.notABoolean),
  show(field.NOT_AN_INSTANT, texts.notAnInstant),
  show(field.NOT_A_DATE, texts.notADate),
  show(field.NO_SUCH_DATE, texts.noSuchDate),
  show(field.NOT_A_TIME_ZONE, texts.notATimeZone),
  show(field.NOT_A_WHOLE_NUMBER, texts.notAWholeNumber),
  show(field.atLeast('{min}'), texts.atLeast),
  show(field.atMost('{max}'), texts.atMost),
  show(field.atMostInBallot('{max}'), texts.atMostInBallot),
  show(field.atMostCharacters('{max}'), texts.atMostCharacters),
  show(field.notAPhoneNumber('{min}'), texts.notAPhoneNumber),
  show(field.notOneOf('{values}'), texts.notOneOf),
  show(UNKNOWN_FIELD, texts.unknownField),
  show(WAS_ENDED, texts.wasEnded),
  show(WAS_DELETED, texts.wasDeleted),
  show(call.NOT_A_VALUE, texts.notAValue),
  show(call.HAS_UNKNOWN_FIELD, texts.hasUnknownField),
  show(call.atMostFields('{max}'), texts.atMostFields),
  show(call.NOT_TEXT_OR_NULL, texts.notTextOrNull),
  show(call.NOT_A_SYNC_CURSOR, texts.notASyncCursor),
  show(call.NOT_A_LIST, texts.notAList),
  show(call.NOT_AN_OBJECT, texts.notAnObject),
  show(call.NOT_A_NUMBER, texts.notANumber),
  show(call.NOT_A_SORT, texts.notASort),
  show(call.NOT_A_PART, texts.notAPart),
  show(call.NOT_STAFF, texts.notStaff),
  show(call.NOT_A_PUSH_SERVICE, texts.notAPushService),
  show(call.NOT_HTTPS, texts.notHttps),
  show(call.NOT_65_BYTES, texts.not65Bytes),
  show(call.NOT_16_BYTES, texts.not16Bytes),
  show(call.NO_PUSH_KEYS, texts.noPushKeys),
  // What zod says where a schema has no words of its own.
  show('Invalid input', texts.invalidInput),

  // The worker's own words. The test reads them from its code.
  show('must be a date that exists', texts.noDay),
  show('cannot be changed', texts.fixed),
  show('cannot be changed after the draw', texts.fixedByDraw),
  show('cannot be changed after somebody has applied', texts.fixedByApplication),
  show('cannot be less than the number of runners already registered', texts.belowRegistered),
  show('is required for a ballot', texts.ballotNeedsIt),
  show('must be ballot for a draw', texts.drawNeedsBallot),
  show('must be taken back before the draw', texts.takeBackBeforeDraw),
  show('cannot be confirmed in a ballot', texts.namesakeInBallot),
  show('belongs to another entrant', texts.belongsToAnother),
  show('belongs to {name} as {bib}', texts.belongsToAs),
  show('belongs to {name}', texts.belongsTo),
  show('has fields that are not known', texts.hasUnknownFields),
  show('is with the organiser, who decides whether it counts', texts.withOrganiser),
  show('is needed: no event has this title and start', texts.noEventFits),
  show('is needed: several events have this title and start', texts.severalEventsFit),
  show('is not a cursor of this list', texts.notAListCursor),
  show('is recorded for another account', texts.otherAccountsOp),
  show('was used for something else', texts.usedOp),
  show('was made by another account', texts.othersId),
  show('is not valid', texts.notValid),
  show('is not yours', texts.notYours),
  show('must be valid JSON', texts.notJson),
  show('must be at most {max} bytes', texts.atMostBytes),
  show('must be a point of P-256', texts.notAPoint),
  show('must be websocket', texts.notWebSocket),
  // Each of these is said of one thing, which is no field of a form. Its sentence contains the label.
  show('has {max} events, the most that one may have', texts.mostEvents),
  show('has {max} applications, the most that one may have', texts.mostApplications),
  show(
    'has {max} applications here, the most that one account may have. The organiser can allow more',
    texts.mostPerAccount,
  ),
  show('helps at {max} events, the most that one may', texts.mostHelping),
  show('has {max} helpers and open invitations, the most that one may have', texts.mostHelpers),
  show('are {max}, the most that an event may have. Delete one first', texts.mostNotices),
  show('are {max}, the most that an entry may have', texts.mostScans),
]

/**
 * The sentence, in the user's language, for what the contract or the server says of a field.
 * @param label the name of the field on the form
 * @param words what is said of it, in English: 'is required'
 * @returns null for words that this version of the app does not know
 */
export function fieldSentence(label: string, words: string): string | null {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(words)
    if (!found) continue
    const values = Object.entries(found.groups ?? {}).map(([name, text]) => [
      name,
      isNumber(name) ? Number(text) : text,
    ])
    return sentence({ ...Object.fromEntries(values), label })
  }
  return null
}
