import { expect, it } from 'vitest'
import { labelOf } from '../forms/labels.ts'
import { opOf } from '../testing/test-account.ts'
import { describeOp, editText } from './describe-op.ts'
import { shownValue } from './shown-value.ts'

it('calls a cancellation by its name, also where it is taken back or is one of several changes', () => {
  const words = (patch: Parameters<typeof opOf>[1]) => describeOp(opOf('marathon.update', patch), 'Harbour Ten')
  expect(words({ cancelled: 'Storm' })).toBe("Cancelled 'Harbour Ten'")
  expect(words({ cancelled: null })).toBe("Reinstated 'Harbour Ten'")
  expect(words({ location: 'Kiel', cancelled: 'Storm' })).toBe("Changed location and cancellation of 'Harbour Ten'")
})

it('names a draw, and both ways of giving places', () => {
  expect(describeOp(opOf('marathon.draw'), 'Harbour Ten')).toBe("Draw of the places of 'Harbour Ten'")
  expect([shownValue('registration', 'ballot'), shownValue('registration', 'first-come')]).toEqual([
    'Ballot',
    'First come, first served',
  ])
})

it('shows both sides of a clash about a cancellation', () => {
  expect(labelOf('cancelled')).toBe('Cancellation')
  expect([shownValue('cancelled', 'Storm'), shownValue('cancelled', null)]).toEqual([
    'Cancelled: Storm',
    'Not cancelled',
  ])
})

it('names the entrant of a scan, and says where it was', () => {
  expect(describeOp(opOf('checkIn.create'), 'Harbour Ten', 'Ada Lauf')).toBe("Check-in of Ada Lauf at 'Harbour Ten'")
  expect(describeOp(opOf('checkIn.void'))).toBe('Undid the check-in of an entrant at an event')
  const patch = { marathonId: 'event-0001', applicationId: 'entry-0001', at: '2027-06-01T06:40:00.000Z', gate: 'A' }
  expect(editText(opOf('checkIn.create', patch), '', 'Ada')).toBe('Check-in of Ada at an event\nGate: A')
})

it('names whose role an edit changes, offers or ends', () => {
  const words = (type: string, patch = {}) => describeOp(opOf(type, patch), 'Harbour Ten', 'Hana')
  expect(words('staff.update', { role: 'desk' })).toBe("New role of Hana at 'Harbour Ten': Desk")
  expect(words('staff.update', { isOffered: true })).toBe("Offered 'Harbour Ten' to Hana")
  expect(words('staff.update', { isOffered: false })).toBe("Took back the offer of 'Harbour Ten' to Hana")
  expect(words('staff.delete')).toBe("Ended the role of Hana at 'Harbour Ten'")
  expect(words('staff.takeOver')).toBe("Took over 'Harbour Ten'")
  expect(describeOp(opOf('staff.delete'))).toBe('Ended a role at an event')
})

it('shows both sides of a clash about a role', () => {
  expect([labelOf('role'), shownValue('role', 'gate'), shownValue('role', 'desk')]).toEqual(['Role', 'Gate', 'Desk'])
  expect([shownValue('isOffered', true), shownValue('isOffered', false)]).toEqual(['Offered', 'Not offered'])
})
