import type * as z from 'zod/mini'
import {
  applicationCreateSchema,
  applicationPatchSchema,
  assignBibSchema,
  correctSchema,
  takeOverSchema,
  walkInSchema,
  withdrawSchema,
} from '../../contract/application.ts'
import { checkInCreateSchema } from '../../contract/check-in.ts'
import { APPLICATION, fieldOf, namesOf } from '../../contract/fields.ts'
import { marathonCreateSchema, marathonPatchSchema } from '../../contract/marathon.ts'
import { noticeCreateSchema } from '../../contract/notice.ts'
import { normaliseValue } from '../../contract/op-values.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { latinDigits } from '../../contract/text/latin-digits.ts'
import { normaliseLine, wholeNumber } from '../../contract/text/plain-text.ts'
import { toInstant } from '../../contract/time/instants.ts'
import { knownZone } from '../../contract/time/zone-name.ts'
import { checkFields } from '../forms/check-fields.ts'
import type { FieldSentences } from '../forms/field-errors.ts'
import { type AskedField, isAskedField, storedAsked } from '../forms/questions/stored-asked.ts'
import { isInstant } from './shown-value.ts'

const COPIES = namesOf(APPLICATION, ({ isCopy }) => isCopy === true)

/** What only the app sends, in ops of any type: whose row it is, what proves a right, and what the app knows. */
const OF_APP = [
  'marathonId',
  'applicationId',
  'from',
  'secret',
  'code',
  'above',
  'isHandedOut',
  'waitingList',
  'namesake',
  'at',
]

/** Fields that the user cannot change in an edit of this type: copies from the marathon, and fields that are fixed. */
const FIXED: Record<string, readonly string[]> = {
  'application.create': ['title', 'startDate', ...COPIES],
  'application.takeOver': ['title', 'startDate', ...COPIES],
  'marathon.update': ['title'],
  'notice.create': ['urgent', 'mail'],
  'staff.update': ['role', 'isOffered'],
}

/** The fields that the user wrote, without the fixed ones. */
export function ownFields(op: Op): [field: string, value: unknown][] {
  const fixed = [...OF_APP, ...(FIXED[op.type] ?? [])]
  return Object.entries(op.patch).filter(([field]) => !fixed.includes(field))
}

/**
 * The fields of a rejected edit that the user can change before sending it again, as texts.
 * @param zone the marathon's own zone; times are typed and shown in it
 */
export function editableValues(op: Op, zone: string): Record<string, string> {
  return Object.fromEntries(ownFields(op).map(([field, value]) => [field, toText(field, value, zone)]))
}

/**
 * The patch with the changed texts. Times are read in the marathon's own zone, which the user may have changed in the
 * same form.
 */
export function patchedOp(op: Op, values: Record<string, string>, zone: string): Fields {
  const before = editableValues(op, zone)
  const zoneNow = values.timeZone || zone
  const isChanged = (field: string, text: string) =>
    text !== before[field] || (zoneNow !== zone && isInstant(field) && text !== '')
  const changed = Object.entries(values)
    .filter(([field, text]) => isChanged(field, text))
    .map(([field, text]) => [field, isAskedField(field) ? typed(op, field, text) : fromText(field, text, zoneNow)])
  return { ...op.patch, ...Object.fromEntries(changed) }
}

/** The contract's rules for the patch of an op that the user can change. */
const SCHEMAS: Partial<Record<string, z.ZodMiniType>> = {
  'marathon.create': marathonCreateSchema,
  'marathon.update': marathonPatchSchema,
  'application.create': applicationCreateSchema,
  'application.update': applicationPatchSchema,
  'application.takeOver': takeOverSchema,
  'application.walkIn': walkInSchema,
  'application.assignBib': assignBibSchema,
  'application.correct': correctSchema,
  'application.withdraw': withdrawSchema,
  'checkIn.create': checkInCreateSchema,
  'notice.create': noticeCreateSchema,
}

/** The errors of a patch, by the contract's rules for this type of op. @param labels of answers */
export function patchErrors({ type }: Op, patch: Fields, labels: Record<string, string> = {}): FieldSentences {
  const schema = SCHEMAS[type]
  return (schema && checkFields(schema, patch, labels).errors) ?? {}
}

/** A field's value as a text. An instant becomes the value of a `datetime-local` control, in the given zone. */
function toText(field: string, value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  if (!isInstant(field)) return text
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return text
  // The Swedish date format is the ISO format.
  return date.toLocaleString('sv-SE', { timeZone: knownZone(timeZone) }).replace(' ', 'T')
}

/** What is typed of questions, beside what the user saw of them before the edit. */
function typed({ base }: Op, field: AskedField, text: string): string {
  return storedAsked(field, text, String(base?.[field] ?? ''))
}

function fromText(field: string, text: string, timeZone: string): unknown {
  if (fieldOf(field)?.kind === 'number') return text.trim() === '' ? null : wholeNumber(text)
  if (field === 'deferTo') return text || null
  if (field === 'hidesName') return text === 'true'
  if (field === 'bib') return latinDigits(normaliseLine(text)) || null
  if (!isInstant(field)) return normaliseValue(field, text)
  return toInstant(text, knownZone(timeZone)) ?? (text.trim() || null)
}
