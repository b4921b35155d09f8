import { describe, expect, it } from 'vitest'
import { PROBLEM_CODES } from '../../../contract/problem.ts'
import type { Op } from '../../../contract/sync.ts'
import { describeOp, editText } from './describe-op.ts'
import { refusalMessage } from './refusal-message.ts'

const op = (type: string, patch: Op['patch'] = {}): Op => ({
  opId: 'op-00000001',
  v: 1,
  type,
  id: 'event-0001',
  base: {},
  patch,
  at: '2027-01-01T00:00:00.000Z',
})

describe('reasonOf', () => {
  it.each(PROBLEM_CODES)('says %s in words, without its code', (code) => {
    const { words } = refusalMessage(code, op('marathon.update'))
    expect(words).toMatch(/^[A-Z].*\.$/)
    expect(words).not.toContain(code)
  })

  it('says that a registration came too late', () => {
    expect(refusalMessage('REG_CLOSED', op('application.create')).words).toContain('reached us too late')
  })

  it('names the wrong fields of an invalid edit', () => {
    expect(refusalMessage('INVALID', op('marathon.create'), { image: 'is required' }).words).toBe(
      'Image URL is required.',
    )
  })

  it('offers no second sending of what can never arrive', () => {
    expect(refusalMessage('GONE', op('application.create')).remedy).toBe('none')
    expect(refusalMessage('GONE', op('application.update')).words).toContain('application was deleted')
    expect(refusalMessage('GONE', op('marathon.create')).remedy).toBe('again')
  })
})

describe('editWords', () => {
  it.each([
    ['marathon.create', {}, "New event 'X'"],
    ['marathon.update', { distance: '5k' }, "Changed distance of 'X'"],
    ['marathon.update', { distance: '5k', image: '' }, "Changed distance and image URL of 'X'"],
    [
      'marathon.update',
      { distance: '5k', image: '', regEnd: '', location: '' },
      "Changed distance, image URL and 2 more of 'X'",
    ],
    ['marathon.delete', {}, "Deleted event 'X'"],
    ['application.create', { firstName: 'Ada', lastName: 'Byron' }, "Application to 'X' for Ada Byron"],
    ['application.update', { phoneNumber: '1' }, "Changed contact number of your application to 'X'"],
    ['application.delete', {}, "Deleted your application to 'X'"],
    ['club.create', {}, "A change to 'X' that this version does not know"],
  ])('%s %j', (type, patch, words) => expect(describeOp(op(type, patch), 'X')).toBe(words))

  it('can do without a title', () => expect(describeOp(op('marathon.delete'))).toBe('Deleted an event'))
})

it('copies an edit as lines', () => {
  expect(editText(op('marathon.update', { distance: '5k', capacity: null }), 'X')).toBe(
    "Changed distance and capacity of 'X'\nDistance: 5k\nCapacity: ",
  )
})
