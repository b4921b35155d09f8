import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'

/**
 * '05 Mar 2025' (`dd MMM yyyy`), for dates in the add form. It is not in `format.ts`, so that the home page does not
 * load date-fns.
 */
export function formatFormDate(instant: string, timeZone: string): string {
  const date = new TZDate(instant, timeZone)
  return Number.isNaN(date.getTime()) ? '' : format(date, 'dd MMM yyyy')
}
