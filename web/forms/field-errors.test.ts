import { expect, it } from 'vitest'
import { applicationPatchSchema } from '../../contract/application.ts'
import { FIELD_ERRORS, type FieldErrors } from '../../contract/field-errors.ts'
import { marathonCreateSchema } from '../../contract/marathon.ts'
import { readCatalogues, translatedLanguages } from '../build/compile-texts.ts'
import { checkFields } from './check-fields.ts'
import { toSentences } from './field-errors.ts'
import { labelOf } from './labels.ts'

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
  expect(toSentences({ phoneNumber: { code: 'REQUIRED' } }, { phoneNumber: 'Phone Number' })).toEqual({
    phoneNumber: 'Phone Number is required.',
  })
})

it.each(['en', ...translatedLanguages()] as const)(
  'each code has one text in %s, and no other text is there',
  (language) => {
    const texts = readCatalogues(language).get('field-errors') ?? new Map()
    expect([...texts.keys()]).toEqual(Object.keys(FIELD_ERRORS).sort())
  },
)

it('puts the values into the text as the server sent them', () => {
  const sentences = toSentences({
    description: { code: 'TOO_LONG', values: { max: 4000 } },
    capacity: { code: 'AT_MOST', values: { max: 1_000_000 } },
    bib: { code: 'HELD_BY_AS', values: { name: 'Rosa {name} "5"\tParks', bib: '007' } },
    notices: { code: 'MOST_NOTICES', values: { max: 200 } },
  })
  expect(sentences).toEqual({
    description: 'Description must be at most 4000 characters.',
    capacity: 'Capacity must be at most 1000000.',
    bib: 'Bib belongs to Rosa {name} "5"\tParks as 007.',
    notices: 'This event has 200 notices. Delete one first.',
  })
})

it('says a code that only a newer server knows as not valid', () => {
  const fields = { title: { code: 'RHYMES' }, gates: { code: 'constructor', values: { max: 5 } } }
  expect(toSentences(fields as unknown as FieldErrors)).toEqual({
    title: 'Title is not valid.',
    gates: 'gates is not valid.',
  })
  expect(labelOf('constructor')).toBe('constructor')
})
