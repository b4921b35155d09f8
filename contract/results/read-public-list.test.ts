import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listAnswerSchema, type PublicList } from './public-list-schema.ts'
import { readListAnswer } from './read-public-list.ts'

const row = {
  ...{ bib: '7', name: 'Ada', sex: 'F', category: 'F30-39', state: 'finished', time: 1, place: 1 },
  ...{ sexPlace: null, categoryPlace: 1, gap: 0, splits: [['Half', 1]] },
} satisfies PublicList['rows'][number]
const list: PublicList = {
  marathon: { title: 'Run', location: 'Kiel', startDate: '2027-03-05T08:00:00.000Z', timeZone: 'UTC', distance: '10k' },
  ...{ stamp: '1.2', state: 'live', at: '2027-03-05T09:00:00.000Z', gun: null, rows: [row], left: 0 },
  ...{ corrections: [], leftCorrections: 0 },
}
const isRefused = (body: unknown) => {
  try {
    return !readListAnswer(body)
  } catch {
    return true
  }
}

it('reads what the schema takes', () => {
  for (const body of [list, { unchanged: true }, { ...list, rows: [] }]) {
    expect(z.safeParse(listAnswerSchema, body).success).toBe(true)
    expect(readListAnswer(body)).toEqual(body)
  }
})

it('refuses what the schema refuses: each field that is missing or another thing', () => {
  const without = (name: string, of: object) => Object.fromEntries(Object.entries(of).filter(([key]) => key !== name))
  const wrong: unknown[] = [null, 'list', [], {}, { unchanged: false }]
  for (const name of Object.keys(list)) wrong.push(without(name, list), { ...list, [name]: { not: 'this' } })
  for (const name of Object.keys(row))
    for (const other of [without(name, row), { ...row, [name]: true }]) wrong.push({ ...list, rows: [row, other] })
  for (const name of Object.keys(list.marathon))
    wrong.push(
      { ...list, marathon: without(name, list.marathon) },
      { ...list, marathon: { ...list.marathon, [name]: 1 } },
    )
  for (const body of wrong) {
    expect([body, z.safeParse(listAnswerSchema, body).success]).toEqual([body, false])
    expect([body, isRefused(body)]).toEqual([body, true])
  }
})
