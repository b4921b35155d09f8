const FORM: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** Builds the formatter for times in notices. @throws RangeError for a time zone that the runtime does not know */
export function noticeTimeFormat(locale: string, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...FORM, timeZone })
}

/**
 * A time in an English notice: `Thu Mar 5, 2037, 09:30`. Runtimes join the parts in different ways, so they are joined here.
 * @param format of `noticeTimeFormat` for `en-GB`
 */
export function englishNoticeTime(format: Intl.DateTimeFormat, instant: string): string {
  const parts = format.formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')} ${part('month')} ${part('day')}, ${part('year')}, ${part('hour')}:${part('minute')}`
}
