import { describe, expect, it } from 'vitest'
import { atOnce, readTable } from '../../../forms/files/read-table.ts'
import { type Given, readTimes, strangersOf } from './read-times.ts'
import { hasTime, matchTimes, withTimes } from './time-columns.ts'

const BERLIN = { startDate: '2027-06-01T06:00:00.000Z', timeZone: 'Europe/Berlin', splits: '["Hill"]' }
const START = Date.parse(BERLIN.startDate)
const GIVEN: Given = {
  ...{ marathon: BERLIN, kind: null, start: START, what: 'crossing', point: 'finish' },
  now: Date.parse('2027-06-03T00:00:00Z'),
  isTyped: false,
}

function read(text: string, given: Partial<Given> = {}) {
  const table = atOnce(readTable(text, (heads) => Object.keys(matchTimes(heads)).length, hasTime))
  if (!table) throw new Error('no table')
  const columns = withTimes(table, matchTimes(table.heads))
  return atOnce(readTimes(table, columns, { ...GIVEN, ...given }))
}
const shown = ({ crossings }: ReturnType<typeof read>) =>
  crossings.map(({ at, bib }) => `${new Date(at).toISOString().slice(11, 22)} ${bib ?? '-'}`)
const told = ({ problems }: ReturnType<typeof read>) => problems.map(({ row, message }) => `${row.line} ${message}`)

describe('files as programs write them', () => {
  it('reads bib and time of the day of a chip system, and names who did not finish', () => {
    const file = read(
      'Place;Bib;Name;Time\r\n1;7;Ada Lauf;08:32:05,31\r\n2;012;Bo;08:33:00,0\r\nDNF;9;Cy;DNF\r\n;10;Di;\r\n',
    )
    expect(file.kind).toBe('day')
    expect(shown(file)).toEqual(['06:32:05.31 7', '06:33:00.00 012'])
    expect(told(file)).toEqual(['4 Time: “DNF” is no time.', '5 Time: there is none.'])
  })

  it('reads the raw data of RACE RESULT, which have no heads', () => {
    const file = read('7750;ZCMBG52;;08:50:00.477;0;72;127\n7751;ZCMBG53;;08:50:01.002;0;70;127\n')
    expect([file.kind, shown(file)]).toEqual(['day', ['06:50:00.47 -', '06:50:01.00 -']])
  })

  it('reads the file of a phone’s stopwatch with a line at its start and one at its end', () => {
    const file = read(
      'STARTOFEVENT,01/01/2001 00:00:00,abc\n0,01/01/2001 00:00:00\n1,01/01/2001 00:17:03,00:17:03\n' +
        '2,01/01/2001 00:17:09,00:17:09\nENDOFEVENT,01/01/2001 00:19:23\n',
    )
    expect([file.kind, shown(file)]).toEqual(['since', ['06:17:03.00 -', '06:17:09.00 -']])
    expect(file.problems).toHaveLength(3)
  })

  it('reads the memory of a stopwatch', () => {
    const file = read('I, CP765, 47\nS, 001, SPLIT\nT,1,1,00:17:03.010\nT,2,1,00:17:09.120\n')
    expect([file.kind, shown(file)]).toEqual(['since', ['06:17:03.01 -', '06:17:09.12 -']])
  })

  it('takes the total and not the lap, and adds up laps where there is nothing else', () => {
    expect(shown(read('Lap,Lap time,Total time\n1,17:03.0,17:03.0\n2,0:06.5,17:09.5\n'))).toEqual([
      '06:17:03.00 -',
      '06:17:09.50 -',
    ])
    const laps = read('No,Lap time\n1,17:03.0\n2,0:06.5\n')
    expect([laps.kind, shown(laps)]).toEqual(['lap', ['06:17:03.00 -', '06:17:09.50 -']])
  })

  it('reads a column of points, and names what the event has not', () => {
    const file = read('Point,Bib,Time\nHILL,7,17:03.0\nZiel,7,32:05.0\n,8,33:00.0\nMAT3,9,34:00.0\n')
    expect(file.crossings.map(({ point, bib }) => `${point} ${bib}`)).toEqual(['Hill 7', 'finish 7', 'finish 8'])
    expect(told(file)).toEqual(['5 Point: the event has no “MAT3”.'])
  })
})

describe('what the times are', () => {
  it('tells times of the day from times since the start, and the user says otherwise', () => {
    expect(read('Time\n08:32:05\n08:33:00\n').kind).toBe('day')
    expect(read('Time\n0:32:05\n1:33:00\n').kind).toBe('since')
    expect(read('Time\n32:05\n33:00\n').kind).toBe('since')
    expect(read('Time\n17:05\n18:00\n').kind).toBe('since')
    expect(read('Time\n8:32:05 am\n9:33:00 am\n').kind).toBe('day')
    expect(read('Time\n31925.94\n31926.1\n').kind).toBe('day')
    expect(shown(read('Time\n08:32:05\n', { kind: 'since' }))).toEqual(['14:32:05.00 -'])
    expect(told(read('Time\n32:05.3\n', { kind: 'day' }))).toEqual(['2 Time: “32:05.3” is no time of day.'])
    expect(told(read('Time\n8:32:05 am\n', { kind: 'since' }))).toEqual([
      '2 Time: “8:32:05 am” is no time since a start.',
    ])
  })

  it('what the file says is the same whatever the start is', () => {
    const readings = (start: number) => read('Time\n32:05\n33:00\n', { start }).crossings.map(({ reading }) => reading)
    expect([readings(START), readings(START + 250)]).toEqual([
      [1_925_000, 1_980_000],
      [1_925_000, 1_980_000],
    ])
  })

  it('without a start, times since it are none', () => {
    const { kind, crossings, problems } = read('Time\n32:05\n', { start: null })
    expect([kind, crossings, problems]).toEqual(['since', [], []])
  })

  it('says of minutes or seconds that they can be two, unless the column tells', () => {
    expect(told(read('Time;Bib\n32.05;7\n33.10;8\n'))).toEqual([
      '2 Time: “32.05” can be minutes or seconds. Write 32:05 or 0:32.05.',
      '3 Time: “33.10” can be minutes or seconds. Write 32:05 or 0:32.05.',
    ])
    expect(shown(read('Time;Bib\n32.05;7\n1925.3;8\n'))).toEqual(['06:00:32.05 7', '06:32:05.30 8'])
    // A person who types 17:03.4 may mean minutes with the next one.
    expect(shown(read('Time;Bib\n32.05;7\n17:03.4;8\n', { isTyped: true }))).toEqual(['06:17:03.40 8'])
  })
})

describe('days and nights', () => {
  it('a race goes on behind midnight', () => {
    const night = { ...BERLIN, startDate: '2027-06-01T20:00:00.000Z' }
    const file = read('Time\n21:59:59\n23:59:59.9\n00:00:00.1\n01:32:05\n', {
      ...{ marathon: night, start: Date.parse(night.startDate), kind: 'day' },
    })
    expect(file.crossings.map(({ at }) => new Date(at).toISOString())).toEqual([
      ...['2027-06-01T19:59:59.000Z', '2027-06-01T21:59:59.900Z'],
      ...['2027-06-01T22:00:00.100Z', '2027-06-01T23:32:05.000Z'],
    ])
  })

  it('where clocks go back an hour is there twice: in the order of the lines, and it is said', () => {
    const autumn = { ...BERLIN, startDate: '2027-10-30T23:30:00.000Z' }
    const file = read('Time\n01:59:00\n02:10:00\n02:50:00\n02:05:00\n03:01:00\n', {
      ...{
        marathon: autumn,
        start: Date.parse(autumn.startDate),
        kind: 'day',
        now: Date.parse('2027-11-02T00:00:00Z'),
      },
    })
    expect([shown(file), file.twice]).toEqual([
      ['23:59:00.00 -', '00:10:00.00 -', '00:50:00.00 -', '01:05:00.00 -', '02:01:00.00 -'],
      3,
    ])
  })

  it('where clocks go forward an hour is not there', () => {
    const spring = { ...BERLIN, startDate: '2027-03-28T00:30:00.000Z' }
    const file = read('Time\n01:59:00\n02:10:00\n03:01:00\n', {
      ...{
        marathon: spring,
        start: Date.parse(spring.startDate),
        kind: 'day',
        now: Date.parse('2027-03-29T00:00:00Z'),
      },
    })
    expect(shown(file)).toEqual(['00:59:00.00 -', '01:01:00.00 -'])
    expect(told(file)).toEqual(['3 Time: clocks went forward, so there was no 02:10:00.'])
  })

  it('takes a day that can be one alone: by itself, by its column, or by the event', () => {
    const days = (text: string, startDate = BERLIN.startDate) =>
      read(text, { marathon: { ...BERLIN, startDate }, now: Date.parse('2027-08-20T00:00:00Z') })
    expect(shown(days('Time\n2027-06-01 08:32:05\n01.06.2027 08:33:00\n2027-06-01T08:34:00+02:00\n'))).toEqual([
      ...['06:32:05.00 -', '06:33:00.00 -', '06:34:00.00 -'],
    ])
    expect(
      days('Time\n06/25/2027 08:00:00\n07/06/2027 08:00:00\n').crossings.map(({ at }) => new Date(at).getUTCMonth()),
    ).toEqual([5, 6])
    expect(days('Time\n01/06/2027 08:00:00\n').crossings).toHaveLength(1)
    const both = days('Time\n06/07/2027 08:00:00\n', '2027-08-20T08:00:00.000Z')
    expect(told(both)).toEqual(['2 Time: the day in “06/07/2027 08:00:00” can be two days. Write it like 2027-03-05.'])
  })

  it('takes no time that has not come, and none that the server would not believe', () => {
    const file = read('Time\n2027-06-01 08:00:00\n2027-06-04 08:00:00\n2026-06-01 08:00:00\n')
    expect(told(file)).toEqual(['3 Time: it has not come yet.', '4 Time: it is more than 90 days ago.'])
  })
})

describe('bibs', () => {
  it('names a bib that can be two numbers, one that is too long, and who retired without one', () => {
    expect(told(read('Bib,Time\n1.000,32:05.0\n1234567890123,32:06.0\n–,32:07.0\n7.0,32:08.0\n'))).toEqual([
      '2 Bib: “1.000” can be two numbers. Write it without a separator of thousands.',
      '3 Bib must be at most 12 characters.',
    ])
    expect(told(read('Bib,Time\n,32:05.0\n', { what: 'retired' }))).toEqual(['2 Bib: who retired needs one.'])
  })

  it('a chip that lies at the line counts once, and a lap later again', () => {
    const file = read('Bib,Time\n7,32:05.0\n007,32:09.0\n8,32:10.0\n7,40:00.0\n')
    expect(shown(file)).toEqual(['06:32:05.00 7', '06:32:10.00 8', '06:40:00.00 7'])
    expect(told(file)).toEqual(['3 Bib: 007 is in line 2 too, less than half a minute before.'])
  })

  it('says which bibs nobody has', () => {
    const { crossings } = read('Bib,Time\n7,32:05.0\n007,39:09.0\nZC1,32:10.0\nzc1,39:10.0\n')
    expect(strangersOf(crossings, new Set(['7']))).toEqual(['zc1'])
  })
})
