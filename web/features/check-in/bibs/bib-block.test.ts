import { describe, expect, it } from 'vitest'
import { searchableByName } from '../../../marathon/find-entrants.ts'
import { applicationRow } from '../../../testing/test-account.ts'
import { blockOf, nextFree, takenIn } from './bib-block.ts'

const BLOCK = { from: 501, to: 504 }
const entrants = (...bibs: [bib: string | null, wantedBib?: string][]) =>
  bibs.map(([bib, wantedBib = null], n) =>
    searchableByName(applicationRow(`entry-${n}`, 'event-0001', { bib, wantedBib })),
  )

describe('the next free bib', () => {
  it.each([
    ['is the first one of the block', entrants([null], ['12']), [], 501],
    ['is the lowest that nobody has, however it is written', entrants(['0501'], ['#502'], ['504']), [], 503],
    ['is none that somebody holds and another one has', entrants(['501'], [null, '502']), [], 503],
    ['is none that this phone handed out before', entrants(['501']), [502, 503], 504],
    ['is none where the block is used up', entrants(['501'], ['502'], ['503']), [504], null],
    ['passes over bibs that are no numbers of the block', entrants(['A501'], ['5010'], ['501.5']), [], 501],
  ])('%s', (_what, all, handedOut, next) => {
    expect(nextFree(BLOCK, takenIn(BLOCK, all), handedOut)).toBe(next)
  })
})

describe('a block', () => {
  it.each([
    ['501', '700', { from: 501, to: 700 }],
    ['7', '7', { from: 7, to: 7 }],
    ['007', '8', { from: 7, to: 8 }],
    ['', '700', { problem: 'not-numbers' }],
    ['A1', 'A9', { problem: 'not-numbers' }],
    ['-5', '9', { problem: 'not-numbers' }],
    ['0', '9', { problem: 'not-numbers' }],
    ['1.5', '9', { problem: 'not-numbers' }],
    ['1', '99999999999', { problem: 'not-numbers' }],
    ['700', '501', { problem: 'order' }],
    ['1', '10000', { from: 1, to: 10_000 }],
    ['1', '10001', { problem: 'too-many' }],
  ])('from %j to %j is %j', (from, to, block) => {
    expect(blockOf(from, to, entrants(['12']))).toEqual(block)
  })

  it('in which each bib has an entrant is none, and one that overlaps with given bibs is one', () => {
    const all = entrants(['501'], ['502'])
    expect(blockOf('501', '502', all)).toEqual({ problem: 'taken' })
    expect(blockOf('501', '503', all)).toEqual({ from: 501, to: 503 })
    expect(takenIn({ from: 501, to: 503 }, all).size).toBe(2)
  })
})
