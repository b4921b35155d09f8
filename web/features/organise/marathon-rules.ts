import { toInstant } from '../../../contract/dates.ts'
import { type MarathonFields, marathonCreateSchema } from '../../../contract/marathon.ts'
import type { FieldErrors } from '../../../contract/problem.ts'
import { checkFields } from '../../shared/forms/field-errors.ts'
import { labelOf } from '../../shared/forms/labels.ts'
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
  /** 'first-come' or 'ballot' */
  registration: string
}

const DAYS = ['regStart', 'regEnd', 'startDate'] as const

/** The instants of the typed days, in the marathon's own zone. The window ends at the END of its last day. */
export function marathonInstants({ regStart, regEnd, startDate, startTime, timeZone }: MarathonValues) {
  return {
    regStart: toInstant(regStart, timeZone),
    regEnd: toInstant(regEnd, timeZone, 'end'),
    startDate: startDate && startTime ? toInstant(`${startDate}T${startTime}`, timeZone) : null,
  }
}

/** The typed marathon, or the errors by field. */
export function checkMarathon(
  values: MarathonValues,
): { data: MarathonFields; errors: null } | { data: null; errors: FieldErrors } {
  const { startTime, capacity, ...rest } = values
  const { data, errors } = checkFields(marathonCreateSchema, {
    ...rest,
    ...marathonInstants(values),
    capacity: capacity.trim() === '' ? null : Number(capacity),
  })
  const wrong: FieldErrors = { ...errors, ...dayErrors(values) }
  if (!startTime) {
    wrong.startTime = `${labelOf('startTime')} is required.`
    if (parseFormDate(values.startDate)) delete wrong.startDate
  }
  if (values.registration === 'ballot' && capacity.trim() === '') wrong.capacity = 'A ballot needs a capacity.'
  if (wrong.distance) wrong.distance = 'Select a distance.'
  if (data && Object.keys(wrong).length === 0) return { data, errors: null }
  return { data: null, errors: wrong }
}

/** The errors of missing or invalid days, by field. */
export function dayErrors(values: Partial<Record<(typeof DAYS)[number], string>>): FieldErrors {
  const wrong: FieldErrors = {}
  for (const field of DAYS) {
    const value = values[field]
    if (value === undefined) continue
    if (!value.trim()) wrong[field] = `${labelOf(field)} is required.`
    else if (!parseFormDate(value)) wrong[field] = `${labelOf(field)} must be a date like 05 Mar 2027.`
  }
  return wrong
}

type Instants = { regStart: string | null; regEnd: string | null; startDate: string | null }

/** Warnings about values that are allowed but probably wrong (the specification has no rule across fields). */
export function orderWarnings({ regStart, regEnd, startDate }: Instants, now: number): string[] {
  const warnings: string[] = []
  if (regStart && regEnd && regEnd < regStart) warnings.push('Registration ends before it starts, so nobody can apply.')
  if (regEnd && startDate && regEnd > startDate) warnings.push('Registration ends after the marathon starts.')
  if (regStart && startDate && regStart > startDate) warnings.push('Registration starts after the marathon does.')
  if (startDate && Date.parse(startDate) < now) warnings.push('The marathon starts in the past.')
  return warnings
}
