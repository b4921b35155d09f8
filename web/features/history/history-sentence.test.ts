import { describe, expect, it } from 'vitest'
import type { HistoryRow } from '../../../contract/history.ts'
import { OP_TYPES } from '../../../contract/ops.ts'
import { unknownChange } from '../../texts/compiled/history.js'
import { whatMessage, whoMessage } from './history-sentence.ts'

const row = (other: Partial<HistoryRow> = {}): HistoryRow => ({
  _id: 1,
  at: '2027-06-01T07:00:00.000Z',
  type: 'marathon.update',
  target: 'event-0001',
  fields: [],
  who: 'staff',
  by: 'Oscar',
  ...other,
})

describe('a row of a history', () => {
  it('names all fields that were changed', () => {
    const fields = ['location', 'startDate', 'regEnd']
    expect(whatMessage(row({ fields }), '')).toBe('Event: location, marathon start and registration end')
    expect(whatMessage(row({ type: 'application.update', fields: ['phoneNumber'] }), 'Ada Lauf')).toBe(
      'Entry of Ada Lauf: contact number',
    )
    expect(whatMessage(row({ type: 'application.update', fields: ['phoneNumber'] }), '')).toBe(
      'An entry: contact number',
    )
  })

  it('has a sentence for each type of op in a history, and one for those of a newer server', () => {
    const untold = ['marathon.delete', 'application.create']
    const told = OP_TYPES.filter((type) => !untold.includes(type) && !/^(checkIn|recording)\./.test(type))
    for (const type of [...told, 'results.official', 'results.correct'])
      expect(whatMessage(row({ type }), 'Ada'), type).not.toBe(unknownChange())
    expect(whatMessage(row({ type: 'application.teleport' }), '')).toBe(unknownChange())
  })

  it('says who did it, also without a name', () => {
    const saying = (other: Partial<HistoryRow>) => whoMessage(row(other), 'Jun 1')
    expect(saying({})).toBe('Jun 1 by Oscar')
    expect(saying({ by: '' })).toBe('Jun 1 by one of the staff')
    expect(saying({ who: 'runner', by: '' })).toBe('Jun 1 by the runner')
    expect(saying({ who: 'deleted', by: '' })).toBe('Jun 1 by somebody whose account was deleted')
  })
})
