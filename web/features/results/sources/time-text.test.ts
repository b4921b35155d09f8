import { expect, it } from 'vitest'
import { pairedDigits, readTime } from './time-text.ts'

const HOUR = 3_600_000
/** ms of h, m and s. */
const ms = (h: number, m: number, s: number) => Math.round(h * HOUR + m * 60_000 + s * 1000)

it.each([
  ['1:32:05', ms(1, 32, 5)],
  ['01:32:05.310', ms(1, 32, 5.31)],
  ['1:32:05,3', ms(1, 32, 5.3)],
  ['32:05.3', ms(0, 32, 5.3)],
  ['92:05', ms(1, 32, 5)],
  ['1925.3', ms(0, 32, 5.3)],
  ['1925', ms(0, 32, 5)],
  ['1.32.05', ms(1, 32, 5)],
  ['1.32.05,31', ms(1, 32, 5.31)],
  ['32.05,3', ms(0, 32, 5.3)],
  ['32.05.3', ms(0, 32, 5.3)],
  ['32\'05"31', ms(0, 32, 5.31)],
  ['32′05″', ms(0, 32, 5)],
  ['1h32m05.3s', ms(1, 32, 5.3)],
  ['1 h 32 min 05 s', ms(1, 32, 5)],
  ['+32:05', ms(0, 32, 5)],
  ['="32:05"', ms(0, 32, 5)],
  ["'32:05", ms(0, 32, 5)],
  ['\u200b٣٢:٠٥٫٣ ', ms(0, 32, 5.3)],
  ['３２：０５', ms(0, 32, 5)],
  ['0:59.9996', 60_000],
  ['24:00:00', ms(24, 0, 0)],
])('reads %s as a time since the start', (text, since) => {
  expect(readTime(text)).toMatchObject({ since, at: null, days: null, isTwo: false })
})

it.each([
  ['10:32:05.31', ms(10, 32, 5.31)],
  ['10.32.05,3', ms(10, 32, 5.3)],
  ['10.32.05.310', ms(10, 32, 5.31)],
  ['23:59:59.999', ms(23, 59, 59.999)],
  ['00:00:00', 0],
  ['10:32', ms(10, 32, 0)],
  ['10:32:05 AM', ms(10, 32, 5)],
  ['10:32:05.3 p.m.', ms(22, 32, 5.3)],
  ['12:00:01 am', ms(0, 0, 1)],
  ['12:00:01PM', ms(12, 0, 1)],
  ['1:05:02 p. m.', ms(13, 5, 2)],
  ['١٠:٣٢:٠٥ ص', ms(10, 32, 5)],
  ['10:32:05 م', ms(22, 32, 5)],
  ['32795.944', ms(9, 6, 35.944)],
])('reads %s as a time of the day', (text, ofDay) => {
  expect(readTime(text)).toMatchObject({ ofDay, at: null, days: null })
})

it('knows what can be no time since the start, and what can be no time of the day', () => {
  expect(
    ['10:32:05 AM', '2027-06-01 10:32:05', '24:00:01', '32:05:31', '86401'].map((one) => readTime(one)?.since),
  ).toEqual(Array.from({ length: 5 }, () => null))
  expect(['32:05.3', '24:00:00', '92:05', '32:05:31'].map((one) => readTime(one)?.ofDay)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

it.each([
  ['2027-06-01 10:32:05.31', '2027-06-01', '2027-06-01'],
  ['2027/6/1 10:32:05', '2027-06-01', '2027-06-01'],
  ['2027-6-1T10:32:05', '2027-06-01', '2027-06-01'],
  ['1.6.2027 10:32:05', '2027-06-01', '2027-06-01'],
  ['01.06.27, 10:32:05', '2027-06-01', '2027-06-01'],
  ['01/06/2027 10:32:05', '2027-06-01', '2027-01-06'],
  ['25/06/2027 10:32:05', '2027-06-25', null],
  ['06/25/2027 10:32:05 am', null, '2027-06-25'],
  ['29.02.2028 10:32:05', '2028-02-29', '2028-02-29'],
])('reads the day of %s with the day and with the month first', (text, day, month) => {
  expect(readTime(text)).toMatchObject({ days: { day, month }, ofDay: expect.any(Number), since: null })
})

it.each([
  ['2027-06-01T10:32:05.310Z', '2027-06-01T10:32:05.310Z'],
  ['2027-06-01T10:32:05.3+02:00', '2027-06-01T08:32:05.300Z'],
  ['2027-06-01 10:32:05 -0530', '2027-06-01T16:02:05.000Z'],
  ['2027-06-01 10:32:05 UTC', '2027-06-01T10:32:05.000Z'],
])('reads %s as a moment', (text, at) => {
  expect(readTime(text)).toMatchObject({ at: Date.parse(at), since: null, ofDay: null })
})

it('says of minutes or seconds that they can be two times', () => {
  expect(['32.05', '32,05', '9.5', '0.59'].map((one) => readTime(one)?.isTwo)).toEqual([true, true, true, true])
  expect(['32.75', '32.055', '132.05', '32:05', '32'].map((one) => readTime(one)?.isTwo)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
  expect(readTime('32.05 am')).toBeNull()
  expect(readTime('2027-06-01 32.05')).toBeNull()
})

it.each([
  ...[
    '',
    'DNF',
    '--',
    '–',
    'soon',
    '32:75',
    '1:75:05',
    '10:60',
    '1:2:3',
    ':32:05',
    '32:05:',
    '32::05',
    '-32:05',
    '1,925.3',
  ],
  ...[
    '31.02.2027 10:00:00',
    '2027-13-01 10:00:00',
    '2027-06-01',
    '13/13/2027 10:00:00',
    '10:00:00 25:00',
    '0 am',
    '13:00 pm',
  ],
  ...[
    '1e3',
    'Infinity',
    'NaN',
    '0x10',
    '10:32:05.',
    '9'.repeat(40),
    `${'1'.repeat(50)}:00`,
    '1:10:32:05',
    '10:32:05 xm',
  ],
  ...[
    '=HYPERLINK("http://x")',
    '<b>32:05</b>',
    '٣٢:٧٥',
    '2027-06-01T10:32:05+99',
    '01/06/027 10:00:00',
    '001/06/2027 10:00:00',
  ],
])('finds no time in %j', (text) => {
  expect(readTime(text)).toBeNull()
})

it('reads digits in pairs from the end, as they are typed with one hand', () => {
  const typed = ['3205', '13205', '103205', '13205.3', '3205,31', '905', '٣٢٠٥']
  expect(typed.map(pairedDigits)).toEqual(['32:05', '1:32:05', '10:32:05', '1:32:05.3', '32:05,31', '9:05', '32:05'])
  expect(['32', '32.05', '32:05', '1320500', 'DNF', ''].map(pairedDigits)).toEqual([
    ...['32', '32.05', '32:05', '1320500', 'DNF', ''],
  ])
})

it('a hostile text takes no time', () => {
  const began = performance.now()
  for (const text of [' '.repeat(100_000), '1.'.repeat(50_000), '1:'.repeat(50_000), `${'0'.repeat(100_000)}pm`])
    readTime(text)
  expect(performance.now() - began).toBeLessThan(500)
})
