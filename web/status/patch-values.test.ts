import { describe, expect, it } from 'vitest'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { opOf } from '../testing/test-account.ts'
import { editText } from './describe-op.ts'
import { editableValues, ownFields, patchErrors, patchedOp } from './patch-values.ts'

const EVENT = { title: 'X', timeZone: 'Europe/Berlin', startDate: '2027-03-05T07:00:00.000Z', capacity: null }
const NAMED = { firstName: 'Ada', lastName: 'Lauf' }

it('times of a zone that this browser does not know are edited in UTC', () => {
  const op = opOf('marathon.create', { ...EVENT, timeZone: 'Nowhere/Land', startDate: '2027-03-05T08:00:00.000Z' })
  const values = editableValues(op, 'Nowhere/Land')
  expect(values.startDate).toBe('2027-03-05T08:00:00')
  const patch = patchedOp(op, { ...values, startDate: '2027-03-05T09:30' }, 'Nowhere/Land')
  expect(patch.startDate).toBe('2027-03-05T09:30:00.000Z')
})

describe('editableValues', () => {
  it("shows instants in the event's zone and no limit as nothing", () => {
    expect(editableValues(opOf('marathon.create', EVENT), 'Europe/Berlin')).toMatchObject({
      startDate: '2027-03-05T08:00:00',
      capacity: '',
    })
  })
  it('leaves out what is copied from the event', () => {
    const patch = { marathonId: 'event-0001', title: 'X', firstName: 'Ada' }
    expect(editableValues(opOf('application.create', patch), 'UTC')).toEqual({ firstName: 'Ada' })
  })
})

describe('patchedOp', () => {
  it('keeps what was not touched to the millisecond', () => {
    const edit = opOf('marathon.create', { ...EVENT, regEnd: '2027-02-01T22:59:59.999Z' })
    expect(patchedOp(edit, editableValues(edit, 'Europe/Berlin'), 'Europe/Berlin')).toEqual(edit.patch)
  })
  it("reads changed times in the event's zone and numbers as numbers", () => {
    const edit = opOf('marathon.create', EVENT)
    const values = { ...editableValues(edit, 'Europe/Berlin'), startDate: '2027-03-05T09:30', capacity: '50' }
    expect(patchedOp(edit, values, 'Europe/Berlin')).toMatchObject({
      startDate: '2027-03-05T08:30:00.000Z',
      capacity: 50,
    })
  })
  it("reads the times of an update in the event's zone, which the update itself does not carry", () => {
    const edit = opOf('marathon.update', { regEnd: '2027-02-28T14:59:59.999Z' })
    const values = { ...editableValues(edit, 'Asia/Tokyo'), regEnd: '2027-03-01T08:00' }
    expect(editableValues(edit, 'Asia/Tokyo')).toEqual({ regEnd: '2027-02-28T23:59:59' })
    expect(patchedOp(edit, values, 'Asia/Tokyo')).toEqual({ regEnd: '2027-02-28T23:00:00.000Z' })
  })
  it('keeps the hours that are seen where only the zone is changed', () => {
    const edit = opOf('marathon.create', EVENT)
    const values = { ...editableValues(edit, 'Europe/Berlin'), timeZone: 'Asia/Tokyo' }
    expect(patchedOp(edit, values, 'Europe/Berlin')).toMatchObject({ startDate: '2027-03-04T23:00:00.000Z' })
  })
})

it('reads numbers in the digits of every script, and groups of a thousand', () => {
  const bib = opOf('application.assignBib', { bib: '7' })
  expect(patchedOp(bib, { bib: '١٢' }, 'UTC')).toEqual({ bib: '12' })
  const entry = opOf('application.update', { phoneNumber: '12345' })
  expect(patchedOp(entry, { phoneNumber: '\u202d०१२ ३४५६\u202c' }, 'UTC')).toEqual({ phoneNumber: '012 3456' })
  const event = opOf('marathon.update', { capacity: 300 })
  for (const text of ['৩০০০', '3.000', '3 000', '٣٬٠٠٠'])
    expect(patchedOp(event, { capacity: text }, 'UTC')).toEqual({ capacity: 3000 })
  for (const text of ['3.00', '3e3', '3,5'])
    expect(patchErrors(event, patchedOp(event, { capacity: text }, 'UTC'))).toEqual({
      capacity: 'Capacity must be a whole number.',
    })
})

it.each([true, false])('the name in results stays %s, and is changed by ticking a box', (hidesName) => {
  const entry = opOf('application.create', { ...NAMED, hidesName })
  const values = editableValues(entry, 'UTC')
  expect(patchedOp(entry, values, 'UTC')).toEqual(entry.patch)
  const changed = patchedOp(entry, { ...values, hidesName: String(!hidesName) }, 'UTC')
  expect(changed).toEqual({ ...entry.patch, hidesName: !hidesName })
})

it('what only the app sends is no field to edit', () => {
  const patch = { marathonId: 'event-0001', firstName: 'Ada', waitingList: true, namesake: true }
  expect(editableValues(opOf('application.create', patch), 'UTC')).toEqual({ firstName: 'Ada' })
  expect(editableValues(opOf('application.update', { firstName: 'Bo', namesake: true }), 'UTC')).toEqual({
    firstName: 'Bo',
  })
})

const [EVENT_ID, SECRET, CODE] = ['event-0001', 'A'.repeat(22), 'A000000P']
it.each<[type: string, patch: Record<string, unknown>, typed: string[]]>([
  [
    'application.walkIn',
    { marathonId: EVENT_ID, firstName: 'Ada', lastName: 'Lauf', bib: '501', code: CODE, above: 2 },
    ['firstName', 'lastName', 'bib'],
  ],
  ['application.takeOver', { marathonId: EVENT_ID, title: 'X', from: 'e', secret: SECRET, email: 'a@b.c' }, ['email']],
  ['application.claim', { marathonId: EVENT_ID, secret: CODE }, []],
  ['application.offer', { secret: SECRET }, []],
  ['application.defer', { marathonId: EVENT_ID, from: 'entry-0001' }, []],
  ['application.assignBib', { bib: '501', isHandedOut: true }, ['bib']],
  ['application.ofNewerApp', { secret: SECRET, code: CODE }, []],
])('of %s only what people type is shown, copied and edited', (type, patch, typed) => {
  const op = opOf(type, patch)
  expect(ownFields(op).map(([field]) => field)).toEqual(typed)
  expect(Object.keys(editableValues(op, 'UTC'))).toEqual(typed)
  for (const hidden of [SECRET, CODE, EVENT_ID]) expect(editText(op, '')).not.toContain(hidden)
})

it('a walk-in is edited by its rules, and an emptied bib is none', () => {
  const code = newEntryCode()
  const op = opOf('application.walkIn', { ...NAMED, marathonId: EVENT_ID, bib: '501', code, above: 0 })
  const values = editableValues(op, 'UTC')
  const patch = patchedOp(op, { ...values, bib: ' ' }, 'UTC')
  expect(patch).toEqual({ ...op.patch, bib: null })
  expect(patchErrors(op, patch)).toEqual({})
  expect(patchErrors(op, patchedOp(op, { ...values, lastName: '' }, 'UTC'))).toHaveProperty('lastName')
})

it('checks by the rules of its kind', () => {
  expect(patchErrors(opOf('application.update', {}), { phoneNumber: '12' })).toHaveProperty('phoneNumber')
  expect(patchErrors(opOf('application.update', {}), { phoneNumber: '12345' })).toEqual({})
  expect(patchErrors(opOf('marathon.delete', {}), {})).toEqual({})
  const scan = { marathonId: 'event-0001', applicationId: 'entry-0001', at: '2027-06-01T06:40:00.000Z' }
  expect(patchErrors(opOf('checkIn.create'), { ...scan, gate: 'x'.repeat(41) })).toHaveProperty('gate')
  expect(patchErrors(opOf('checkIn.create'), { ...scan, gate: 'x'.repeat(40) })).toEqual({})
})

describe('questions in an edit that is sent again', () => {
  const waiver = {
    id: 'waiver',
    kind: 'waiver',
    label: 'W',
    isRequired: true,
    staffSees: false,
    text: 'Old',
    version: 1,
  }
  const base = { questions: JSON.stringify([waiver]) }
  const op = { ...opOf('marathon.update', { questions: JSON.stringify([{ ...waiver, label: '' }]) }), base }

  it('are copied as words', () => {
    expect(editText(op, '')).not.toContain('{')
    expect(editText(op, '')).toContain('Version 1')
  })
  it('are counted from what the user saw before the edit', () => {
    const typed = JSON.stringify([{ ...waiver, text: 'New' }])
    const patch = patchedOp(op, { questions: typed }, 'UTC')
    expect(JSON.parse(String(patch.questions))[0]).toMatchObject({ version: 2, earlier: ['Old'] })
    expect(patchErrors(op, patch)).toEqual({})
  })
  it('name what is wrong by its place', () => {
    expect(patchErrors(op, op.patch)).toEqual({ 'questions.0.label': 'Wording of question 1 is required.' })
  })
})
