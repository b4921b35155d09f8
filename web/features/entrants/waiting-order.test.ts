import { expect, it } from 'vitest'
import { overlayApplication } from '../../store/overlay.ts'
import { applicationRow } from '../../testing/test-account.ts'
import { sortEntrants } from './shown-entrants.ts'
import { waitingOrder, waitingPlaces } from './waiting-order.ts'

const EVENT = 'event-0001'
const entrant = (id: string, day: number, other: Parameters<typeof applicationRow>[2] = {}) =>
  applicationRow(id, EVENT, { createdAt: `2027-01-0${day}T00:00:00.000Z`, status: 'waiting', ...other })

const placed = entrant('placed', 9, { status: 'registered' })
const older = entrant('older', 1, { status: 'registered' })
const unsent = entrant('unsent', 3)
const late = entrant('late', 6, { waitingOrder: 90 })
// One group brought both of them: the same time, and the order of arrival.
const first = entrant('id-2', 5, { waitingOrder: 70 })
const second = entrant('id-1', 5, { waitingOrder: 71 })
const drawn12 = entrant('drawn-12', 2, { drawOrder: 12, waitingOrder: 61 })
const drawn11 = entrant('drawn-11', 4, { drawOrder: 11, waitingOrder: 60 })
const all = [unsent, late, second, older, drawn12, placed, first, drawn11]

it('is that of the server: who gets a place first comes first, whatever the time and the id', () => {
  expect(waitingOrder(all)).toEqual([drawn11, drawn12, first, second, late, unsent])
  expect(waitingPlaces(all)).toEqual(
    new Map([
      ['drawn-11', 1],
      ['drawn-12', 2],
      ['id-2', 3],
      ['id-1', 4],
      ['late', 5],
      ['unsent', 6],
    ]),
  )
})

it('has who was moved up on this phone first, the last one before the others', () => {
  const up = (row: (typeof all)[number], at: string) => {
    const op = { opId: `op-${row._id}`, v: 1, type: 'application.moveUp', id: row._id, base: {}, patch: {}, at }
    const record = { opId: op.opId, target: `application:${row._id}`, state: 'waiting' as const, failures: 0, op }
    return overlayApplication(row, [record]) ?? row
  }
  // The server has moved this one up before: below all that were numbered.
  const before = entrant('before', 7, { waitingOrder: -3 })
  const moved = [up(late, '2027-06-01T00:00:00.000Z'), up(second, '2027-06-01T00:00:01.000Z'), before, drawn11]
  expect(waitingOrder(moved).map(({ _id }) => _id)).toEqual(['id-1', 'late', 'before', 'drawn-11'])
  expect(moved[0]).toMatchObject({ pending: 'waiting' })
})

it('is one of the orders of the entrants, with the others behind it, the newest first', () => {
  expect(sortEntrants(all, 'inLine').map(({ _id }) => _id)).toEqual([
    'drawn-11',
    'drawn-12',
    'id-2',
    'id-1',
    'late',
    'unsent',
    'placed',
    'older',
  ])
})
