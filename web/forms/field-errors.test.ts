import { expect, it } from 'vitest'
import { applicationPatchSchema } from '../../contract/application.ts'
import { marathonCreateSchema } from '../../contract/marathon.ts'
import { checkFields, toSentences } from './field-errors.ts'

it('names each wrong field once, in a sentence', () => {
  const { errors } = checkFields(marathonCreateSchema, {
    title: ' ',
    location: 'Berlin',
    description: 'A run',
    image: 'http://example.com/a.png',
    distance: '',
    regStart: '2027-01-01',
    regEnd: '2027-02-01',
    startDate: 'soon',
  })
  expect(errors).toEqual({
    title: 'Title is required.',
    image: 'Image URL must be a web address that starts with https://.',
    distance: 'Distance must be one of 3k, 5k, 10k, 15k, 25k.',
    startDate: 'Marathon Start must be a date like 2027-03-05T08:00:00.000Z.',
  })
})

it('gives back what passed, trimmed', () => {
  expect(checkFields(applicationPatchSchema, { firstName: ' Ada ' })).toEqual({
    data: { firstName: 'Ada' },
    errors: null,
  })
})

it('uses the name that the form gives a field', () => {
  expect(toSentences({ phoneNumber: 'is required' }, { phoneNumber: 'Phone Number' })).toEqual({
    phoneNumber: 'Phone Number is required.',
  })
})
