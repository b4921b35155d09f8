import { MAX_LENGTH } from './limits.ts'
import { isAnswer } from './questions/questions.ts'

// The fields that people fill in, one row a field, in the order of the forms. What depends on a field comes from here:
// schemas, columns of the database, controls and labels of forms, erasure, and the columns of CSV files. Without zod,
// because screens need it.

/** How a value is cleaned and checked (contract/application, contract/marathon), and which control a form has for it. */
type Kind =
  | 'line'
  | 'text'
  | 'phone'
  | 'email'
  | 'picture'
  | 'instant'
  | 'timeZone'
  | 'number'
  | 'distance'
  | 'registration'
  | 'size'
  | 'event'
  | 'json'

interface Field {
  kind: Kind
  /** Most characters of a text. */
  max?: number
  /** Is a value needed? A text that is not is '' where a client sends none. */
  isRequired?: boolean
  /** Is it data of a person? The nightly run erases it with the contact data (docs/privacy.md), and no helper gets it. */
  isPersonal?: boolean
  /** Is it a copy of the event's, which the registration form does not ask for? */
  isCopy?: boolean
  /** Does it stay as it was sent first? */
  isFixed?: boolean
  /** The head of its column in a CSV file. */
  csv?: string
}

/** What a runner fills in. The names are seen by helpers too. */
export const APPLICATION = {
  firstName: { kind: 'line', max: MAX_LENGTH.name, isRequired: true, isPersonal: true, csv: 'First Name' },
  lastName: { kind: 'line', max: MAX_LENGTH.name, isRequired: true, isPersonal: true, csv: 'Last Name' },
  location: { kind: 'line', max: MAX_LENGTH.location, isPersonal: true, isCopy: true },
  phoneNumber: { kind: 'phone', max: MAX_LENGTH.phone, isRequired: true, isPersonal: true, csv: 'Contact Number' },
  email: { kind: 'email', max: MAX_LENGTH.email, isPersonal: true, isFixed: true, csv: 'Email' },
  description: { kind: 'text', max: MAX_LENGTH.description, isPersonal: true, isCopy: true },
  additionalInfo: { kind: 'text', max: MAX_LENGTH.additionalInfo, isPersonal: true, csv: 'Additional Info' },
  image: { kind: 'picture', max: MAX_LENGTH.url, isPersonal: true, isCopy: true },
} as const satisfies Record<string, Field>
export type ApplicationField = keyof typeof APPLICATION
/** An application in which nothing is filled in. */
export const EMPTY_APPLICATION = Object.fromEntries(Object.keys(APPLICATION).map((name) => [name, ''])) as Record<
  ApplicationField,
  string
>

/** What an organiser fills in. */
export const MARATHON = {
  title: { kind: 'line', max: MAX_LENGTH.title, isRequired: true, isFixed: true },
  location: { kind: 'line', max: MAX_LENGTH.location, isRequired: true },
  description: { kind: 'text', max: MAX_LENGTH.description, isRequired: true },
  image: { kind: 'picture', max: MAX_LENGTH.url, isRequired: true },
  distance: { kind: 'distance', isRequired: true },
  regStart: { kind: 'instant', isRequired: true },
  regEnd: { kind: 'instant', isRequired: true },
  startDate: { kind: 'instant', isRequired: true },
  timeZone: { kind: 'timeZone', max: MAX_LENGTH.timeZone },
  capacity: { kind: 'number' },
  registration: { kind: 'registration' },
  perAccount: { kind: 'number' },
  /** Until when runners may hand their place on; null: not at all. */
  handOverUntil: { kind: 'instant' },
  /** The event to which runners may defer their place; null: none. */
  deferTo: { kind: 'event' },
  /** Who organises, as the public page says it; '' says nobody. */
  organisedBy: { kind: 'line', max: MAX_LENGTH.name },
  /** What is asked beyond the fields of an application (contract/questions), what staff note, and the bands of ages. */
  questions: { kind: 'json', max: MAX_LENGTH.questions },
  staffFields: { kind: 'json', max: MAX_LENGTH.staffFields },
  categories: { kind: 'json', max: MAX_LENGTH.categories },
  /** The points between start and finish (contract/results). */
  splits: { kind: 'json', max: MAX_LENGTH.splits },
  /** Of `image`, if the organiser's phone could load it in time: what previews of links show (`1200x630`). */
  imageSize: { kind: 'size', max: MAX_LENGTH.size },
} as const satisfies Record<string, Field>

/** Fields of other ops. */
const OTHERS = {
  bib: { kind: 'line', max: MAX_LENGTH.bib },
  cancelled: { kind: 'text', max: MAX_LENGTH.reason },
  /** Why staff withdrew an entry. */
  reason: { kind: 'text', max: MAX_LENGTH.reason, isRequired: true },
  text: { kind: 'text', max: MAX_LENGTH.notice },
} as const satisfies Record<string, Field>

/** Of an answer. The question says more. */
const ANSWER: Field = { kind: 'line', max: MAX_LENGTH.answer, isPersonal: true }

const ALL = new Map<string, Field>(Object.entries({ ...OTHERS, ...APPLICATION, ...MARATHON }))

/** The row of a field of any entity. Fields of one name are of one kind and length. */
export function fieldOf(name: string): Field | undefined {
  return ALL.get(name) ?? (isAnswer(name) ? ANSWER : undefined)
}

/** The names of the rows for which a property holds, in their order. */
export function namesOf<Name extends string>(fields: Record<Name, Field>, is: (field: Field) => boolean): Name[] {
  return (Object.keys(fields) as Name[]).filter((name) => is(fields[name]))
}

/** The fields that the registration form asks for. The others are copies of the event's. Staff may correct them. */
export const ASKED = namesOf(APPLICATION, ({ isCopy }) => !isCopy) as Exclude<
  ApplicationField,
  'location' | 'description' | 'image'
>[]
/** The fields that a runner may change after applying (specification, section 2: My Applications). */
export const EDITED = namesOf(APPLICATION, ({ isFixed }) => !isFixed) as Exclude<ApplicationField, 'email'>[]
