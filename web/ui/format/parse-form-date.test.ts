import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../../texts/languages.ts'
import { parseFormDate, shownDate } from './parse-form-date.ts'

describe('parseFormDate', () => {
  it.each(['05 Mar 2027', '5 mar 2027', '5 March 2027', 'Mar 5, 2027', '2027-03-05', ' 05-Mar-2027 '])(
    'reads %j',
    (text) => expect(parseFormDate(text)).toBe('2027-03-05'),
  )
  it.each(['27.11.2027', '27/11/2027', '11/27/2027', '27-11-2027', '27. 11. 2027', '11-27-2027'])('reads %j', (text) =>
    expect(parseFormDate(text)).toBe('2027-11-27'),
  )
  it('reads a number that is day and month alike', () => expect(parseFormDate('5/5/2027')).toBe('2027-05-05'))
  it.each([
    '',
    '31/11/2027',
    '13/13/2027',
    '27.11.27',
    '5 3 2027',
    '05/03/2027',
    '31 Feb 2027',
    '5 Mar 27',
    'soon',
    '5 Mar',
  ])('refuses %j', (text) => expect(parseFormDate(text)).toBeNull())
})

describe('shownDate', () => {
  it('shows a day as dd MMM yyyy', () => expect(shownDate('2027-09-05')).toBe('05 Sep 2027'))
  it('leaves what is no day as it was typed', () => expect(shownDate('5 Mar 20')).toBe('5 Mar 20'))
})

describe('in another language', () => {
  afterEach(() => setLanguage('en'))

  it.each(['de', 'es', 'bn', 'ar'] as const)('reads each month that it shows: %s', (language) => {
    setLanguage(language)
    for (let month = 1; month <= 12; month += 1) {
      const day = `2027-${String(month).padStart(2, '0')}-05`
      expect(parseFormDate(shownDate(day)), shownDate(day)).toBe(day)
    }
  })

  it.each([
    ['de', '5. März 2027'],
    ['es', '5 de marzo de 2027'],
    ['bn', '০৫ মার্চ ২০২৭'],
    ['ar', '٥ مارس ٢٠٢٧'],
    ['ar', '5 Mar 2027'],
    ['de', '5.3.2027'],
    ['es', '5/3/2027'],
    ['bn', '০৫/০৩/২০২৭'],
    ['ar', '٥/٣/٢٠٢٧'],
  ] as const)('reads what people type: %s %s', (language, text) => {
    setLanguage(language)
    expect(parseFormDate(text)).toBe('2027-03-05')
  })
})
