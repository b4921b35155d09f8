import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import { localeOf } from '../../texts/languages.ts'

/**
 * '05 Mar 2025' (`dd MMM yyyy`), for dates in the add form, with the month in the language of the app. It is not in
 * `format.ts`, so that the home page does not load date-fns.
 */
export function formatFormDate(instant: string, timeZone: string): string {
  const date = new TZDate(instant, timeZone)
  if (Number.isNaN(date.getTime())) return ''
  const month = monthNames()[date.getMonth()]?.[0]
  return month ? `${format(date, 'dd')} ${month} ${format(date, 'yyyy')}` : format(date, 'dd MMM yyyy')
}

/** The names of the months in the language of the app: short and long. English has none: date-fns knows them. */
export function monthNames(): [short: string, long: string][] {
  const locale = localeOf('en')
  if (locale === 'en') return []
  return Array.from({ length: 12 }, (_none, month) => [
    monthName(locale, month, 'short'),
    monthName(locale, month, 'long'),
  ])
}

function monthName(locale: string, month: number, form: 'short' | 'long'): string {
  const name = new Intl.DateTimeFormat(locale, { month: form, timeZone: 'UTC' }).format(Date.UTC(2024, month, 15))
  return name.replace(/\.$/, '')
}
