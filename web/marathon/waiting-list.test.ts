import { expect, test } from 'vitest'
import { waitingListOffer } from './waiting-list.ts'

test.each([
  [300, 0, 'All 300 places are taken. You would be 1st on the waiting list.'],
  [1, 1, 'The only place is taken. You would be 2nd on the waiting list.'],
  [12_000, 2, 'All 12,000 places are taken. You would be 3rd on the waiting list.'],
  [2, 10, 'All 2 places are taken. You would be 11th on the waiting list.'],
  [2, 1020, 'All 2 places are taken. You would be 1,021st on the waiting list.'],
  // The server said that it is full, and this phone does not know the capacity yet.
  [null, 0, 'All places are taken. You would be 1st on the waiting list.'],
])('the offer at capacity %j with %j waiting', (capacity, waitingCount, words) => {
  expect(waitingListOffer({ capacity, waitingCount })).toBe(words)
})
