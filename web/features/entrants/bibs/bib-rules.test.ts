import { describe, expect, it } from 'vitest'
import type { ApplicationView } from '../../../store/overlay.ts'
import { applicationRow } from '../../../testing/test-account.ts'
import { bibErrors, bibOfText, entrantsInOrder, numbered } from './bib-rules.ts'

const entrant = (id: string, lastName: string, bib: string | null, other: Partial<ApplicationView> = {}) => ({
  ...applicationRow(id, 'event-0001', { firstName: id, lastName, bib }),
  pending: null,
  ...other,
})
const ada = entrant('ada', 'Zorn', null, { createdAt: '2027-01-01T00:00:00.000Z' })
const bo = entrant('bo', 'Abel', '2', { createdAt: '2027-01-02T00:00:00.000Z' })
const cem = entrant('cem', 'Mann', null, { createdAt: '2027-01-03T00:00:00.000Z' })
const dan = entrant('dan', 'Wait', '1', { status: 'waiting' })
const all = [ada, bo, cem, dan]

describe('the bib of one entrant', () => {
  it('is trimmed, and an empty text takes it away', () => {
    expect(bibOfText('১২')).toBe('12')
    expect([bibOfText(' A7 '), bibOfText('  '), bibOfText('1234567890123')]).toEqual(['A7', null, '1234567890123'])
  })

  it('has at most 12 characters, and belongs to nobody else', () => {
    expect(bibErrors(all, ada, '1234567890123')).toEqual({ bib: 'Bib must be at most 12 characters.' })
    expect(bibErrors(all, ada, ' 2')).toEqual({ bib: 'Bib 2 belongs to bo Abel.' })
    expect(bibErrors(all, ada, '#02')).toEqual({ bib: 'Bib #02 belongs to bo Abel as 2.' })
    expect([bibErrors(all, bo, '002'), bibErrors(all, bo, '#2')]).toEqual([{}, {}])
    expect([bibErrors(all, bo, '2'), bibErrors(all, ada, '3'), bibErrors(all, ada, '')]).toEqual([{}, {}, {}])
  })
})

describe('the numbers of many entrants', () => {
  const given = (order: 'lastName' | 'oldest', scope: 'noBib' | 'all', from: number) =>
    numbered(all, entrantsInOrder(all, order, scope), from).map(({ application, bib }) => `${application._id} ${bib}`)

  it('leave out those that others have', () => {
    expect(given('oldest', 'noBib', 1)).toEqual(['ada 3', 'cem 4'])
    expect(given('lastName', 'noBib', 1)).toEqual(['cem 3', 'ada 4'])
  })

  it('leave out those that others have with zeros before them', () => {
    const others = [ada, cem, entrant('eve', 'Olm', '007'), entrant('fay', 'Pohl', '#8')]
    const wanted = numbered(others, entrantsInOrder(others, 'oldest', 'noBib'), 7)
    expect(wanted.map(({ bib }) => bib)).toEqual(['9', '10'])
  })

  it('of all registered start again, and leave the waiting list alone', () => {
    expect(given('lastName', 'all', 1)).toEqual(['bo 2', 'cem 3', 'ada 4'])
    expect(given('oldest', 'all', 100)).toEqual(['ada 100', 'bo 101', 'cem 102'])
  })
})
