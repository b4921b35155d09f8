import { expect, it } from 'vitest'
import { applicationRow } from '../../testing/test-account.ts'
import { sortEntrants } from './find-entrants.ts'
import { waitingOrder, waitingPlaces } from './waiting-order.ts'

const EVENT = 'event-0001'
const entrant = (id: string, day: number, other: Parameters<typeof applicationRow>[2] = {}) =>
  applicationRow(id, EVENT, { createdAt: `2027-01-0${day}T00:00:00.000Z`, status: 'waiting', ...other })

const placed = entrant('placed', 9, { status: 'registered' })
const older = entrant('older', 1, { status: 'registered' })
const late = entrant('late', 6)
// One request brought both of them.
const first = entrant('id-1', 5)
const second = entrant('id-2', 5)
const drawn12 = entrant('drawn-12', 2, { drawOrder: 12 })
const drawn11 = entrant('drawn-11', 4, { drawOrder: 11 })
const all = [late, second, older, drawn12, placed, first, drawn11]

it('has who was drawn first, in the drawn order, and then who joined later', () => {
  expect(waitingOrder(all)).toEqual([drawn11, drawn12, first, second, late])
  expect(waitingPlaces(all)).toEqual(
    new Map([
      ['drawn-11', 1],
      ['drawn-12', 2],
      ['id-1', 3],
      ['id-2', 4],
      ['late', 5],
    ]),
  )
})

it('is one of the orders of the entrants, with the others behind it, the newest first', () => {
  expect(sortEntrants(all, 'inLine').map(({ _id }) => _id)).toEqual([
    'drawn-11',
    'drawn-12',
    'id-1',
    'id-2',
    'late',
    'placed',
    'older',
  ])
})
