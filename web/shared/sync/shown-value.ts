import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'

const INSTANTS = ['regStart', 'regEnd', 'startDate']

/** A field's value as a text for the user: an instant as day and time, an empty value as a word. */
export function shownValue(field: string, value: unknown, timeZone = readerTimeZone()): string {
  if (value === null || value === undefined || value === '') return field === 'capacity' ? 'No limit' : 'Empty'
  if (INSTANTS.includes(field)) return formatDayTime(String(value), timeZone) || String(value)
  return String(value)
}
