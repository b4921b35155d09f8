import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'

const INSTANTS = ['regStart', 'regEnd', 'startDate']

/** A field's value for a person: instants as days and times, nothing as words. */
export function shownValue(field: string, value: unknown, timeZone = readerTimeZone()): string {
  if (value === null || value === undefined || value === '') return field === 'capacity' ? 'No limit' : 'Empty'
  if (INSTANTS.includes(field)) return formatDayTime(String(value), timeZone) || String(value)
  return String(value)
}
