import { expect, it } from 'vitest'
import { telLink } from './tel-link.ts'

it.each([
  ['+49 (0)40 123456', 'tel:+4940123456'],
  ['+49(0)40/123456', 'tel:+4940123456'],
  ['+49-(0)-40-123456', 'tel:+4940123456'],
  ['(+49) (0) 40 123456', 'tel:+4940123456'],
  ['+44 (0) 20 7946 0018', 'tel:+442079460018'],
  ['0043 (0) 1 2345678', 'tel:004312345678'],
  ['00 43 (0) 1 2345678', 'tel:004312345678'],
  ['011 49 (0)40 123456', 'tel:0114940123456'],
])('%s is dialled without the 0 of calls inside of the country', (phoneNumber, link) => {
  expect(telLink(phoneNumber)).toBe(link)
})

it.each([
  ['+39 06 1234567', 'tel:+39061234567'],
  ['+39 (0)6 1234567', 'tel:+39061234567'],
  ['0039 (0)6 1234567', 'tel:0039061234567'],
  ['(0)40 123456', 'tel:040123456'],
  ['040/12 34-56', 'tel:040123456'],
  ['06.12.34.56.78', 'tel:0612345678'],
  ['+1 (555) 123-4567', 'tel:+15551234567'],
  ['+49 40 (0) 1', 'tel:+494001'],
])('%s is dialled as it is written', (phoneNumber, link) => {
  expect(telLink(phoneNumber)).toBe(link)
})
