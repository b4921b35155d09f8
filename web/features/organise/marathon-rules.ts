import { tzOffset } from '@date-fns/tz'
import { DAY_MS, DEFAULT_PER_ACCOUNT } from '../../../contract/limits.ts'
import {
  type MarathonFields,
  type MarathonPatch,
  marathonCreateSchema,
  marathonPatchSchema,
} from '../../../contract/marathon.ts'
import { wholeNumber } from '../../../contract/text/plain-text.ts'
import { dayIn } from '../../../contract/time/dates.ts'
import { toInstant } from '../../../contract/time/instants.ts'
import { knownZone } from '../../../contract/time/zone-name.ts'
import { type Checked, checkFields } from '../../forms/check-fields.ts'
import { type FieldSentences, toSentences } from '../../forms/field-errors.ts'
import { ASKED_FIELDS, type AskedField, storedAsked } from '../../forms/questions/stored-asked.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/organise.js'
import { formatTime } from '../../ui/format/format.ts'
import { parseFormDate } from '../../ui/format/parse-form-date.ts'

/** The values of the add form: days as `yyyy-mm-dd`, the start time as `HH:mm`, all in the marathon's own zone. */
export interface MarathonValues extends Record<string, string> {
  title: string
  location: string
  description: string
  image: string
  distance: string
  timeZone: string
  regStart: string
  regEnd: string
  startDate: string
  startTime: string
  capacity: string
  perAccount: string
  organisedBy: string
  /** JSON, as the marathon has it (contract/questions) or as it is typed (web/forms/questions). */
  questions: string
  staffFields: string
  categories: string
  splits: string
  /** 'first-come' or 'ballot' */
  registration: string
  /** The last day on which places may be handed on; '' for not at all. */
  handOverUntil: string
  /** The id of the event to which places may be deferred; '' for none. */
  deferTo: string
}

const MINUTE_MS = 60_000
const DAYS = ['regStart', 'regEnd', 'startDate'] as const

/** The instants of the typed days, in the marathon's own zone. The window ends at the END of its last day. */
export function marathonInstants({ regStart, regEnd, startDate, startTime, timeZone }: MarathonValues) {
  return {
    regStart: toInstant(regStart, timeZone),
    regEnd: toInstant(regEnd, timeZone, 'end'),
    startDate: startInstant({ startDate, startTime }, timeZone),
  }
}

function startInstant({ startDate, startTime }: Pick<MarathonValues, 'startDate' | 'startTime'>, timeZone: string) {
  return startDate && startTime ? toInstant(`${startDate}T${startTime}`, knownZone(timeZone)) : null
}

/** The typed marathon, or the errors by field. @param copied what is asked at the marathon that it copies */
export function checkMarathon(values: MarathonValues, copied: Asked = NOTHING_ASKED): Checked<MarathonFields> {
  const { startTime, capacity, perAccount, ...rest } = values
  const { data, errors } = checkFields(marathonCreateSchema, {
    ...rest,
    ...typedAsked(values, copied),
    ...marathonInstants(values),
    ...typedHandOver(values),
    capacity: typedNumber(capacity),
    perAccount: typedNumber(perAccount),
  })
  const wrong: FieldSentences = { ...errors, ...dayErrors(values) }
  requireStartTime(wrong, values)
  if (values.registration === 'ballot' && capacity.trim() === '') wrong.capacity = texts.ballotNeedsCapacity()
  if (data && isAboveBallot(data)) wrong.perAccount = tooManyInBallot()
  if (wrong.distance) wrong.distance = texts.selectDistance()
  if (data && Object.keys(wrong).length === 0) return { data, errors: null }
  return { data: null, errors: wrong }
}

type Asked = Record<AskedField, string>
const NOTHING_ASKED: Asked = { questions: '', categories: '', staffFields: '', splits: '' }

/** What is typed with an editor of its own, as it is sent. */
function typedAsked(values: Asked, before: Asked) {
  return Object.fromEntries(ASKED_FIELDS.map((field) => [field, storedAsked(field, values[field], before[field])]))
}

/** The values of the form for start and places: a day, a time in the marathon's own zone, and numbers of applications. */
export type StartValues = Pick<MarathonValues, 'startDate' | 'startTime' | 'capacity' | 'perAccount'>

/** Start and places of a marathon, as the form shows them. */
export function startValues({ startDate, timeZone, capacity, perAccount }: MarathonView): StartValues {
  return {
    startDate: dayIn(knownZone(timeZone), startDate),
    startTime: formatTime(startDate, knownZone(timeZone), knownZone(timeZone)),
    capacity: capacity === null ? '' : String(capacity),
    perAccount: String(perAccount),
  }
}

/** The instant of the typed start. One that was not touched keeps its instant, even if it has seconds. */
export function typedStart(marathon: MarathonView, { startDate, startTime }: StartValues): string | null {
  const shown = startValues(marathon)
  if (startDate === shown.startDate && startTime === shown.startTime) return marathon.startDate
  return startInstant({ startDate, startTime }, marathon.timeZone)
}

/**
 * What is typed of handing on and deferring. An unchanged day keeps its instant, even if that is not the end of a day.
 * @param marathon the one that is edited
 */
function typedHandOver(
  { handOverUntil, deferTo, timeZone }: Pick<MarathonValues, 'handOverUntil' | 'deferTo'> & { timeZone: string },
  marathon?: MarathonView,
) {
  const isSame = marathon?.handOverUntil && handOverUntil === dayIn(timeZone, marathon.handOverUntil)
  const until = isSame ? marathon.handOverUntil : toInstant(handOverUntil, timeZone, 'end')
  return { handOverUntil: handOverUntil.trim() === '' ? null : until, deferTo: deferTo || null }
}

/** The values of the dialogs that edit a marathon: what they describe, the window, and start and places. */
export type EditValues = StartValues &
  Pick<
    MarathonValues,
    | 'location'
    | 'description'
    | 'image'
    | 'organisedBy'
    | 'questions'
    | 'staffFields'
    | 'categories'
    | 'splits'
    | 'distance'
    | 'registration'
    | 'regStart'
    | 'regEnd'
    | 'handOverUntil'
    | 'deferTo'
  >

/** A marathon as the dialogs show it. */
export function editValues(marathon: MarathonView): EditValues {
  const { location, description, image, organisedBy, distance, registration, regStart, regEnd } = marathon
  const { questions, categories, staffFields, splits } = marathon
  const timeZone = knownZone(marathon.timeZone)
  return {
    ...{ location, description, image, organisedBy, distance, questions, categories, staffFields, splits },
    registration: registration ?? 'first-come',
    regStart: dayIn(timeZone, regStart),
    regEnd: dayIn(timeZone, regEnd),
    handOverUntil: marathon.handOverUntil === null ? '' : dayIn(timeZone, marathon.handOverUntil),
    deferTo: marathon.deferTo ?? '',
    ...startValues(marathon),
  }
}

/** The instants of the typed window. An unchanged day keeps its instant, even if that is not the edge of a day. */
export function typedWindow(marathon: MarathonView, { regStart, regEnd }: Pick<MarathonValues, 'regStart' | 'regEnd'>) {
  const timeZone = knownZone(marathon.timeZone)
  return {
    regStart: regStart === dayIn(timeZone, marathon.regStart) ? marathon.regStart : toInstant(regStart, timeZone),
    regEnd: regEnd === dayIn(timeZone, marathon.regEnd) ? marathon.regEnd : toInstant(regEnd, timeZone, 'end'),
  }
}

/** The typed changes of a marathon, as the user saw it, or the errors by field. */
export function checkEdit(marathon: MarathonView, values: EditValues): Checked<MarathonPatch> {
  const { startTime, ...rest } = values
  const [capacity, perAccount] = [typedNumber(values.capacity), typedNumber(values.perAccount)]
  const startDate = typedStart(marathon, values)
  const handOver = typedHandOver({ ...values, timeZone: knownZone(marathon.timeZone) }, marathon)
  const asked = typedAsked(values, marathon)
  const typed = { ...rest, ...asked, ...typedWindow(marathon, values), ...handOver, startDate, capacity, perAccount }
  const { data, errors } = checkFields(marathonPatchSchema, typed)
  const wrong: FieldSentences = { ...errors, ...dayErrors(values) }
  requireStartTime(wrong, values)
  if (values.registration === 'ballot' && capacity === null) wrong.capacity = texts.ballotNeedsCapacity()
  if (data && isAboveBallot({ registration: values.registration, perAccount: perAccount ?? 0 }))
    wrong.perAccount = tooManyInBallot()
  if (data && capacity !== null && capacity !== marathon.capacity && capacity < marathon.regCount) {
    wrong.capacity = texts.capacityBelowTaken({ taken: marathon.regCount })
  }
  if (data && Object.keys(wrong).length === 0) return { data, errors: null }
  return { data: null, errors: wrong }
}

function isAboveBallot({ registration, perAccount }: { registration: string; perAccount: number }): boolean {
  return registration === 'ballot' && perAccount > DEFAULT_PER_ACCOUNT
}

/** What the server says of it, too. */
function tooManyInBallot(): string {
  const error = { code: 'AT_MOST_IN_BALLOT', values: { max: DEFAULT_PER_ACCOUNT } } as const
  return toSentences({ perAccount: error }).perAccount ?? ''
}

/** A typed number; null for an empty field, NaN for what is no whole number. */
function typedNumber(text: string): number | null {
  return text.trim() === '' ? null : wholeNumber(text)
}

/** Adds the error of a missing start time. A day that is right is not wrong because its time is missing. */
function requireStartTime(
  wrong: FieldSentences,
  { startDate, startTime }: Pick<StartValues, 'startDate' | 'startTime'>,
) {
  if (startTime) return
  wrong.startTime = texts.startTimeRequired()
  if (parseFormDate(startDate)) delete wrong.startDate
}

/** The errors of missing or invalid days, by field. */
function dayErrors(values: Partial<Record<(typeof DAYS)[number] | 'handOverUntil', string>>): FieldSentences {
  const wrong: FieldSentences = {}
  for (const field of DAYS) {
    const value = values[field]
    if (value === undefined) continue
    if (!value.trim()) wrong[field] = texts.dayRequired({ field })
    else if (!parseFormDate(value)) wrong[field] = texts.dayInvalid({ field })
  }
  const { handOverUntil = '' } = values
  if (handOverUntil.trim() && !parseFormDate(handOverUntil))
    wrong.handOverUntil = texts.dayInvalid({ field: 'handOverUntil' })
  return wrong
}

type Instants = { regStart: string | null; regEnd: string | null; startDate: string | null }

/** Warnings about values that are allowed but probably wrong (the specification has no rule across fields). */
export function orderWarnings({ regStart, regEnd, startDate }: Instants, now: number): string[] {
  const warnings: string[] = []
  if (regStart && regEnd && regEnd < regStart) warnings.push(texts.endsBeforeStart())
  if (regEnd && startDate && regEnd > startDate) warnings.push(texts.endsAfterRace())
  if (regStart && startDate && regStart > startDate) warnings.push(texts.opensAfterRace())
  if (startDate && Date.parse(startDate) < now) warnings.push(texts.startsInPast())
  return warnings
}

type TypedStart = Pick<MarathonValues, 'startDate' | 'startTime'>

/** Warnings about a start in the hour that the clocks of the zone skip that day, or in the one that comes twice. */
export function clockWarnings({ startDate, startTime }: TypedStart, ofMarathon: string): string[] {
  const timeZone = knownZone(ofMarathon)
  const start = startInstant({ startDate, startTime }, timeZone)
  if (!start) return []
  const time = formatTime(`${startDate}T${startTime}:00.000Z`, 'UTC', 'UTC')
  const meant = formatTime(start, timeZone, timeZone)
  if (meant !== time) return [texts.startSkipped({ time, meant })]
  const offsets = [-1, 1].map((days) => tzOffset(timeZone, new Date(Date.parse(start) + days * DAY_MS)))
  const [first = 0, second = 0] = offsets.map(
    (minutes) => Date.parse(`${startDate}T${startTime}:00.000Z`) - minutes * MINUTE_MS,
  )
  const isTwice =
    first < second && [first, second].every((at) => formatTime(new Date(at).toISOString(), timeZone, timeZone) === time)
  return isTwice ? [texts.startTwice({ time, which: Date.parse(start) === first ? 'first' : 'second' })] : []
}
