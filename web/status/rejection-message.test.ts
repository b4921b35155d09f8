import { describe, expect, it } from 'vitest'
import type { FieldErrors } from '../../contract/field-errors.ts'
import { PROBLEM_CODES, type ProblemCode } from '../../contract/problem.ts'
import { opOf } from '../testing/test-account.ts'
import { describeOp, editText } from './describe-op.ts'
import { rejectionMessage } from './rejection-message.ts'

describe('rejectionMessage', () => {
  it.each(PROBLEM_CODES)('says %s in words, without its code', (code) => {
    const { message } = rejectionMessage(code, opOf('marathon.update'))
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(message).not.toContain(code)
  })

  it('has a sentence for a code that only a newer server knows', () => {
    const code = 'TOO_EARLY' as ProblemCode
    expect(rejectionMessage(code, opOf('marathon.update'), { title: { code: 'REQUIRED' } })).toEqual({
      message: 'The server did not accept it: Title is required. Update the app, then try again.',
      remedy: 'again',
    })
    expect(rejectionMessage(code, opOf('marathon.update')).message).toBe(
      'The server did not accept it. Update the app, then try again.',
    )
  })

  it.each([
    ['checkIn.create', 'checkIn', 'The organiser has this scan and decides whether it counts.'],
    ['application.walkIn', 'entry', 'The organiser has this entry and decides whether it counts.'],
    ['application.assignBib', 'bib', 'The organiser has noted this bib and decides who gets it.'],
    ['application.walkIn', 'other', 'The organiser has it and decides.'],
  ])('says of %s with the field %s what the organiser has', (type, field, said) => {
    expect(rejectionMessage('FORBIDDEN', opOf(type), { [field]: { code: 'WITH_ORGANISER' } })).toEqual({
      message: `You no longer help at this event. ${said}`,
      remedy: 'none',
    })
    const other = rejectionMessage('FORBIDDEN', opOf(type), { [field]: { code: 'FIXED' } }).message
    expect(other).not.toContain('organiser has')
  })

  it('says of a correction that the runner’s account has the name, and asks the same', () => {
    const correct = opOf('application.correct')
    const { message, remedy } = rejectionMessage('ALREADY_APPLIED', correct)
    expect([message, remedy]).toEqual([
      'The runner’s account has another entry with this name. If it is another person, confirm that.',
      'namesake',
    ])
    expect(rejectionMessage('ALREADY_APPLIED', correct, { namesake: { code: 'NOT_IN_BALLOT' } }).remedy).toBe('edit')
  })

  it('says what became of an entry that staff wanted to change', () => {
    const said = (code: ProblemCode, type: string) => rejectionMessage(code, opOf(type))
    expect(said('STALE', 'application.withdraw')).toEqual({
      message: 'A place became free before this arrived. The runner has it, and the entry stays.',
      remedy: 'none',
    })
    expect(said('STALE', 'application.moveUp').message).toBe('This entrant is no longer on the waiting list.')
    for (const type of ['correct', 'moveUp', 'confirm'])
      expect(said('GONE', `application.${type}`).message).toContain('This entry is gone')
    expect(said('FORBIDDEN', 'application.correct').message).toBe('You may not change this entry any more.')
  })

  it('says why a place was not handed on, claimed or deferred', () => {
    const said = (code: ProblemCode, type: string, fields?: FieldErrors) =>
      rejectionMessage(code, opOf(`application.${type}`), fields).message
    for (const type of ['offer', 'takeOver'])
      expect(said('REG_CLOSED', type, { handOverUntil: { code: 'ENDED' } })).toMatch(/^Places cannot be handed on here/)
    expect(said('REG_CLOSED', 'defer', { deferTo: { code: 'ENDED' } })).toMatch(/^Places cannot be deferred/)
    expect(said('ALREADY_APPLIED', 'defer')).toMatch(/entry for this person at that event/)
    expect(said('STALE', 'takeOver')).toBe('The offer was taken back.')
    expect(said('STALE', 'claim')).toBe('Somebody else has taken this entry already.')
    expect(said('FORBIDDEN', 'claim')).toMatch(/^You help at this event/)
    expect(said('GONE', 'takeOver')).toMatch(/^The place is gone/)
    expect(said('GONE', 'claim')).toBe('This entry was withdrawn.')
    for (const type of ['offer', 'defer']) expect(said('GONE', type)).toBe('You do not have this place any more.')
    for (const type of ['takeOver', 'claim']) expect(said('NOT_FOUND', type)).toMatch(/does not lead to an entry/)
    expect(said('INVALID', 'takeOver', { from: { code: 'OWN_ENTRY' } })).toBe('The entry is your own.')
    expect(said('INVALID', 'offer', { offer: { code: 'NO_PLACE' } })).toBe('The entry has no place.')
    expect(rejectionMessage('INVALID', opOf('marathon.update'), { deferTo: { code: 'NOT_YOURS' } })).toEqual({
      message: 'Deferring to is not yours.',
      remedy: 'edit',
    })
  })

  it('asks whether it is another person of the same name, but not in a ballot', () => {
    const create = opOf('application.create')
    expect(rejectionMessage('ALREADY_APPLIED', create).remedy).toBe('namesake')
    expect(rejectionMessage('ALREADY_APPLIED', create, { namesake: { code: 'NOT_IN_BALLOT' } })).toEqual({
      message:
        'This person is already registered for this event. In a ballot, an account can enter each name only once.',
      remedy: 'edit',
    })
  })

  it('says why a role did not change, and what may be tried again', () => {
    const role = opOf('staff.update', { role: 'desk' })
    expect(rejectionMessage('FORBIDDEN', role)).toEqual({ message: 'You may not change this role.', remedy: 'none' })
    expect(rejectionMessage('GONE', role).message).toContain('no longer on the staff')
    expect(rejectionMessage('STALE', opOf('staff.takeOver'))).toEqual({
      message: 'The offer was taken back.',
      remedy: 'none',
    })
    const most = { account: { code: 'MOST_EVENTS', values: { max: 200 } } } as const
    expect(rejectionMessage('INVALID', opOf('staff.takeOver'), most).remedy).toBe('again')
    expect(rejectionMessage('FORBIDDEN', opOf('marathon.delete')).message).toBe('Only its owner may delete this event.')
  })

  it('says that a registration came too late', () => {
    expect(rejectionMessage('REG_CLOSED', opOf('application.create')).message).toContain('arrived too late')
    const early = rejectionMessage('REG_CLOSED', opOf('application.create'), { regStart: { code: 'NOT_YET' } })
    expect(early.message).toContain('arrived too early')
  })

  it('says that the event is cancelled, and offers no second sending', () => {
    expect(rejectionMessage('REG_CLOSED', opOf('application.create'), {}, 'Storm.')).toEqual({
      message: 'The event is cancelled, so nobody can register. Reason: Storm.',
      remedy: 'none',
    })
    expect(rejectionMessage('REG_CLOSED', opOf('application.create'), {}, null).remedy).toBe('again')
  })

  it('names the limit of an account, and lets it be sent again once the organiser allows more', () => {
    const fields: FieldErrors = { perAccount: { code: 'MOST_PER_ACCOUNT', values: { max: 10 } } }
    expect(rejectionMessage('ACCOUNT_LIMIT', opOf('application.create'), fields)).toEqual({
      message: 'This account has 10 entries here. More are not possible unless the organiser allows them.',
      remedy: 'again',
    })
  })

  it('names the entrant who has a bib, and offers to choose another one', () => {
    const op = opOf('application.assignBib', { bib: '7' })
    expect(rejectionMessage('BIB_TAKEN', op, { bib: { code: 'HELD_BY', values: { name: 'Ada Byron' } } })).toEqual({
      message: 'Bib belongs to Ada Byron. Choose another one.',
      remedy: 'edit',
    })
    expect(rejectionMessage('GONE', op)).toEqual({
      message: 'This entrant withdrew, so the bib is not needed.',
      remedy: 'none',
    })
  })

  it('says of a scan that its entry was withdrawn, or that the account may not check in', () => {
    expect(rejectionMessage('GONE', opOf('checkIn.create'))).toEqual({
      message: 'This entry was withdrawn before the scan arrived, or its event was deleted.',
      remedy: 'none',
    })
    const message = 'You may not check entrants in at this event.'
    expect(rejectionMessage('FORBIDDEN', opOf('checkIn.create')).message).toBe(message)
    expect(rejectionMessage('FORBIDDEN', opOf('checkIn.void')).message).toBe(message)
    expect(rejectionMessage('FORBIDDEN', opOf('marathon.update')).message).not.toBe(message)
  })

  it('names the wrong fields of an invalid edit', () => {
    expect(rejectionMessage('INVALID', opOf('marathon.create'), { image: { code: 'REQUIRED' } }).message).toBe(
      'Image URL is required.',
    )
  })

  it('offers no second sending of what can never arrive', () => {
    expect(rejectionMessage('GONE', opOf('application.create')).remedy).toBe('none')
    expect(rejectionMessage('GONE', opOf('application.update')).message).toContain('entry was deleted')
    expect(rejectionMessage('GONE', opOf('marathon.create')).remedy).toBe('again')
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
    ['application.create', { firstName: 'Ada', lastName: 'Byron' }, "Entry of Ada Byron for 'X'"],
    ['application.update', { phoneNumber: '1' }, "Changed contact number of your entry for 'X'"],
    ['application.delete', {}, "Deleted your entry for 'X'"],
    ['application.assignBib', { bib: '7' }, "Bib 7 for an entrant of 'X'"],
    ['application.assignBib', { bib: null }, "No bib for an entrant of 'X'"],
    ['club.create', {}, "A change to 'X' that this version does not know"],
  ])('%s %j', (type, patch, words) => expect(describeOp(opOf(type, patch), 'X')).toBe(words))

  it('names the entrant who gets a bib', () => {
    expect(describeOp(opOf('application.assignBib', { bib: '7' }), 'X', 'Ada Byron')).toBe("Bib 7 for Ada Byron of 'X'")
  })

  it('can do without a title', () => expect(describeOp(opOf('marathon.delete'))).toBe('Deleted an event'))
})

it('copies an edit as lines', () => {
  expect(editText(opOf('marathon.update', { distance: '5k', capacity: null }), 'X')).toBe(
    "Changed distance and capacity of 'X'\nDistance: 5k\nCapacity: ",
  )
})

it('tells of a place that became free meanwhile, and of an entry with too many check-ins', () => {
  const left = rejectionMessage('STALE', opOf('application.delete'))
  expect(left).toEqual({ message: expect.stringContaining('A place became free'), remedy: 'none' })
  expect(rejectionMessage('STALE', opOf('application.update')).remedy).toBe('again')
  const full = rejectionMessage('INVALID', opOf('checkIn.create'), {
    checkIns: { code: 'MOST_CHECK_INS', values: { max: 100 } },
  })
  const message = 'This entry has 100 check-ins. More are not possible.'
  expect(full).toEqual({ message, remedy: 'none' })
})
