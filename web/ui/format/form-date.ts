import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'

/** '05 Mar 2025' (`dd MMM yyyy`): dates in the add form. Apart from `format.ts`, so that Home loads no date-fns. */
export function formatFormDate(instant: string, timeZone: string): string {
  const date = new TZDate(instant, timeZone)
  return Number.isNaN(date.getTime()) ? '' : format(date, 'dd MMM yyyy')
}
