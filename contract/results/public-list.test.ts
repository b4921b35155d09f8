import { describe, expect, it } from 'vitest'
import { answerField } from '../questions/questions.ts'
import { digestOf, type PublishedEntry, publicList, publishedEntriesOf, publishedRows } from './public-list.ts'
import type { Results } from './results.ts'

const MINUTE = 60_000

function entry(bib: string, other: Partial<PublishedEntry> = {}): PublishedEntry {
  return { id: `entry-${bib}`, bib, name: `Runner of ${bib}`, hidesName: false, sex: '', category: '', ...other }
}

/** A list of entries by their bibs: a number is a time in minutes, a text a state. */
function results(...rows: [bib: string, result: number | 'started' | 'retired' | 'notStarted' | 'registered'][]) {
  const found = rows.map(([bib, result], index): Results['rows'][number] => {
    const time = typeof result === 'number' ? result * MINUTE : null
    const place = time === null ? null : rows.findIndex(([, other]) => other === result) + 1
    const splits: [string, number][] = time === null ? [] : [['finish', time]]
    const state = typeof result === 'number' ? 'finished' : result
    return { entry: `entry-${bib}`, bib, state, time, place, splits, reason: '', recordings: [String(index)] }
  })
  return { rows: found, gun: 0, doubts: [], counts: { missed: 0 } } satisfies Results
}

describe('publishedRows', () => {
  it('gives places by sex and by category, and equal times share one', () => {
    const entries = [
      entry('1', { sex: 'F', category: 'F-19' }),
      entry('2', { sex: 'M', category: 'M-19' }),
      entry('3', { sex: 'F', category: 'F20-29' }),
      entry('4', { sex: 'F', category: 'F-19' }),
      entry('5', { sex: 'F', category: 'F-19' }),
      entry('6'),
    ]
    const list = results(['1', 30], ['2', 31], ['3', 32], ['4', 32], ['5', 33], ['6', 34])
    const places = publishedRows(list, entries).map((row) => [row.bib, row.place, row.sexPlace, row.categoryPlace])
    expect(places).toEqual([
      ['1', 1, 1, 1],
      ['2', 2, 1, 1],
      ['3', 3, 2, 1],
      ['4', 3, 2, 2],
      ['5', 5, 4, 3],
      ['6', 6, null, null],
    ])
  })

  it('gives no place to who did not finish', () => {
    const entries = [entry('1', { sex: 'F' }), entry('2', { sex: 'F' })]
    const rows = publishedRows(results(['1', 30], ['2', 'retired']), entries)
    expect(rows[1]).toMatchObject({ state: 'retired', time: null, place: null, sexPlace: null })
  })
})

describe('publicList', () => {
  const list = results(['1', 30], ['2', 30.5], ['3', 'retired'], ['4', 'notStarted'], ['5', 'registered'])
  const entries = [entry('1'), entry('2', { hidesName: true }), entry('3'), entry('4'), entry('5')]
  const rows = publicList(publishedRows(list, entries))

  it('has who started, and nobody who only registered', () => {
    expect(rows.map(({ bib }) => bib)).toEqual(['1', '2', '3'])
  })

  it('has the bib of who hides the name, and the name nowhere', () => {
    expect(rows[1]).toMatchObject({ bib: '2', name: '', place: 2, gap: MINUTE / 2 })
    expect(JSON.stringify(rows)).not.toContain('Runner of 2')
  })

  it('has no id, and no reason', () => {
    expect(Object.keys(rows[0] ?? {}).filter((key) => ['id', 'entry', 'reason', 'hidesName'].includes(key))).toEqual([])
  })

  it('says no gap without a time', () => {
    expect(rows.map(({ gap }) => gap)).toEqual([0, MINUTE / 2, null])
  })
})

describe('publishedEntriesOf', () => {
  const sex = { id: 'sexsex', kind: 'sex', label: '', isRequired: false, staffSees: false }
  const birth = { ...sex, id: 'birthy', kind: 'birthYear' }
  const entrant = { _id: 'entry-1', bib: '7', firstName: 'Ada', lastName: 'Lauf', hidesName: false }
  const answers = { [answerField('sexsex')]: 'F', [answerField('birthy')]: '1990' }
  const marathon = { startDate: '2027-03-05T08:00:00.000Z', timeZone: 'UTC', categories: '{"preset":"ten"}' }

  it('tells sex and category where the marathon asks for them', () => {
    const asked = { ...marathon, questions: JSON.stringify([sex, birth]) }
    expect(publishedEntriesOf(asked)({ ...entrant, ...answers })).toMatchObject({ sex: 'F', category: 'F30-39' })
  })

  it('tells no answer to what the marathon does not ask, and none that was not said', () => {
    const unasked = publishedEntriesOf({ ...marathon, questions: '' })({ ...entrant, ...answers })
    expect(unasked).toMatchObject({ sex: '', category: '', name: 'Ada Lauf' })
    const asked = { ...marathon, questions: JSON.stringify([sex]) }
    expect(publishedEntriesOf(asked)({ ...entrant, [answerField('sexsex')]: 'N' }).sex).toBe('')
  })
})

describe('digestOf', () => {
  const entries = [entry('1'), entry('2')]
  const of = (list: Results, others = entries) => digestOf(publishedRows(list, others))
  const same = of(results(['1', 30], ['2', 31]))

  it('is the same whatever the names are, and the order of points', () => {
    const named = entries.map((one) => ({ ...one, name: 'Somebody else', hidesName: true }))
    expect(of(results(['1', 30], ['2', 31]), named)).toBe(same)
    const turned = results(['1', 30], ['2', 31])
    for (const row of turned.rows) row.splits = [['half', 1], ...row.splits]
    const back = results(['1', 30], ['2', 31])
    for (const row of back.rows) row.splits = [...row.splits, ['half', 1]]
    expect(of(turned)).toBe(of(back))
  })

  it('is another one with another time, place, state, category or point', () => {
    const others = [
      of(results(['1', 30], ['2', 32])),
      of(results(['2', 30], ['1', 31])),
      of(results(['1', 30], ['2', 'retired'])),
      of(results(['1', 30], ['2', 31]), [entry('1', { category: 'F-19' }), entry('2')]),
    ]
    expect(new Set([same, ...others]).size).toBe(5)
  })
})
