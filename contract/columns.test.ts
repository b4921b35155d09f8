import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { columnsOf, rowsOfColumns } from './columns.ts'
import { parseSyncResponse } from './sync.ts'

const COLUMNS = { _id: ['event-1', 'event-2'], title: ['Ten', 'Trail'], capacity: null, mine: [true, false], ver: 3 }
const ROWS = [
  { _id: 'event-1', title: 'Ten', capacity: null, mine: true, ver: 3 },
  { _id: 'event-2', title: 'Trail', capacity: null, mine: false, ver: 3 },
]

describe('rows by column', () => {
  it('become objects; a value that is no list is that of all rows', () => {
    expect(rowsOfColumns(COLUMNS)).toEqual(ROWS)
    expect(rowsOfColumns({ _id: [], title: 'Ten' })).toEqual([])
  })

  it.each([
    { ...COLUMNS, title: ['Ten'] },
    { ...COLUMNS, mine: [true, false, true] },
  ])('are refused where a column is shorter or longer than the others', (columns) => {
    expect(() => rowsOfColumns(columns)).toThrow('not as long as _id')
  })

  it('have a schema as strict as that of their rows', () => {
    const row = z.object({
      _id: z.string(),
      title: z.string(),
      capacity: z.nullable(z.int()),
      mine: z.boolean(),
      ver: z.int(),
    })
    const isValid = (columns: unknown) => columnsOf(row).safeParse(columns).success
    expect(isValid(COLUMNS)).toBe(true)
    const { title: _, ...withoutTitle } = COLUMNS
    const wrong = [
      { ...COLUMNS, _id: 'event-1' },
      { ...COLUMNS, title: ['Ten', 7] },
      { ...COLUMNS, title: ['Ten'] },
      { ...COLUMNS, ver: '3' },
      { ...COLUMNS, secret: 'seed' },
      withoutTitle,
    ]
    expect(wrong.filter(isValid)).toEqual([])
  })
})

describe('a sync response', () => {
  const head = { results: [], halted: null, cursor: 'e.7', more: false, reset: false, notices: [], deleted: [] }
  const rest = { ...head, serverTime: '2027-06-01T00:00:00.000Z', minVersion: 1 }

  it('has its rows as objects to the phone, and entrants among the applications', () => {
    const columns = { marathons: COLUMNS, entrants: { _id: ['entry-1'], firstName: 'Ada', ver: 1 } }
    const staff = { _id: ['staff-1'], role: 'gate' }
    const checkIns = { _id: ['scan-1'], ver: [1] }
    const response = parseSyncResponse({ ...rest, columns: { ...columns, checkIns, staff } })
    const applications = [{ _id: 'entry-1', firstName: 'Ada', ver: 1 }]
    expect(response).toEqual({
      ...rest,
      ...{
        marathons: ROWS,
        applications,
        checkIns: [{ _id: 'scan-1', ver: 1 }],
        recordings: [],
        rulings: [],
        ownResults: [],
      },
      staff: [{ _id: 'staff-1', role: 'gate' }],
    })
  })

  it('without rows has empty lists', () => {
    expect(parseSyncResponse({ ...rest, columns: {} })).toMatchObject({
      marathons: [],
      applications: [],
      checkIns: [],
      recordings: [],
      rulings: [],
      ownResults: [],
      staff: [],
    })
  })

  it.each<[string, unknown]>([
    ['no list of columns', null],
    ['rows without ids', { title: ['Ten'], ver: [1] }],
    ['an id that is no text', { _id: ['event-1', 2], ver: 1 }],
    ['no versions', { _id: ['event-1'] }],
    ['a version that is no number', { _id: ['event-1', 'event-2'], ver: [1, 'two'] }],
    ['a column that is cut off', { _id: ['event-1', 'event-2'], ver: [1] }],
  ])('is refused with %s', (_what, marathons) => {
    expect(() => parseSyncResponse({ ...rest, columns: { marathons } })).toThrow()
  })
})
