import { latinDigits } from '../../../contract/text/latin-digits.ts'
import { localeOf } from '../../texts/languages.ts'
import { formatFormDate, monthNames } from './form-date.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Words that stand between the parts of a date: '5 de marzo de 2027'. */
const LINKS = ['de', 'del']

/**
 * Parses '5 mar 2027', '05 March 2027', 'Mar 5, 2027', '2027-03-05' or '27.11.2027' to `yyyy-mm-dd`; null if the text is
 * not a date. The month may also be in the language of the app, and the digits in its script.
 */
export function parseFormDate(text: string): string | null {
  const words = latinDigits(text)
    .trim()
    .toLowerCase()
    .split(/[\s,،.\-/]+/)
    .filter((word) => word && !LINKS.includes(word))
  if (words.length !== 3) return null
  const [a = '', b = '', c = ''] = words
  if (/^\d{4}$/.test(a)) return toDay(a, Number(b), c)
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) return numericDay(a, b, c)
  return toDay(c, monthOf(b), a) ?? toDay(c, monthOf(a), b)
}

/** Who reads English may mean March or May by 5/3/2027. All other languages of the app write the day first. */
function numericDay(a: string, b: string, year: string): string | null {
  const dayFirst = toDay(year, Number(b), a)
  if (localeOf('en') !== 'en') return dayFirst
  const monthFirst = toDay(year, Number(a), b)
  return dayFirst && monthFirst && dayFirst !== monthFirst ? null : (dayFirst ?? monthFirst)
}

function monthOf(word: string): number {
  const own = monthNames().findIndex(([short, long]) => {
    const [shortName, name] = [short.toLowerCase(), long.toLowerCase()]
    // Some languages have months of two letters.
    return word === shortName || word === name || (word.length > 2 && name.startsWith(word))
  })
  if (own >= 0) return own + 1
  return word.length < 3 ? 0 : MONTHS.indexOf(word.slice(0, 3)) + 1
}

function toDay(year: string, month: number, day: string): string | null {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day) || !(month >= 1 && month <= 12)) return null
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)))
  return date.getUTCDate() === Number(day) ? date.toISOString().slice(0, 10) : null
}

/** The text of the field: a day as 'dd MMM yyyy', any other value as it was typed. */
export function shownDate(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatFormDate(`${value}T00:00:00.000Z`, 'UTC') || value : value
}
