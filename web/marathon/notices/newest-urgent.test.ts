import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../contract/notice.ts'
import { noticeRow } from '../../testing/test-account.ts'
import { beginning, newestUrgent } from './newest-urgent.ts'

const NOW = Date.parse('2027-03-05T08:00:00.000Z')
const HOUR = 3_600_000

function notice(part: { _id: string; hours: number; urgent?: boolean; kind?: Notice['kind'] }) {
  const { hours, urgent = true, kind = 'written', _id } = part
  return {
    ...noticeRow(_id, 'event-0001', { urgent, kind, at: new Date(NOW - hours * HOUR).toISOString() }),
    isUnread: false,
    title: '',
    runner: '',
    pending: null,
  }
}

const idOf = (...notices: Parameters<typeof notice>[0][]) => newestUrgent(notices.map(notice), NOW)?._id

describe('the urgent notice beside the work', () => {
  it('is the newest urgent one', () => {
    expect(idOf({ _id: 'calm', hours: 1, urgent: false }, { _id: 'new', hours: 2 }, { _id: 'old', hours: 3 })).toBe(
      'new',
    )
  })

  it('is one to everybody', () => {
    expect(idOf({ _id: 'own', hours: 1, kind: 'withdrawn' }, { _id: 'all', hours: 2 })).toBe('all')
  })

  it('is none that is a day old, and none before they are read', () => {
    expect(idOf({ _id: 'today', hours: 23.9 })).toBe('today')
    expect(idOf({ _id: 'yesterday', hours: 24 })).toBeUndefined()
    expect(newestUrgent(undefined, NOW)).toBeUndefined()
  })
})

describe('the beginning of a notice', () => {
  it('is the notice if it is short', () => {
    expect(beginning('Start moved to 09:30:\nwind.')).toBe('Start moved to 09:30:\nwind.')
    expect(beginning('x'.repeat(120))).toBe('x'.repeat(120))
  })

  it('ends after a word, and after three lines', () => {
    const long = beginning(`${'word '.repeat(30)}`)
    expect(long).toBe(`${'word '.repeat(24).trim()}…`)
    expect(beginning('a\nb\nc\nd')).toBe('a\nb\nc…')
    expect(beginning('x'.repeat(500))).toBe(`${'x'.repeat(120)}…`)
    expect(beginning(`x${'🏃'.repeat(200)}`)).toBe(`x${'🏃'.repeat(119)}…`)
  })
})
