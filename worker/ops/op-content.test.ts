import { expect, it } from 'vitest'
import { contentOf } from './op-content.ts'

const op = { opId: 'op-00000001', type: 'application.correct', id: 'entry-0001' }

it('is the same for a correction with forgotten values, and not for one of other fields', () => {
  const whole = contentOf({ ...op, patch: { email: 'zoe@example.com', phoneNumber: '1' } })
  expect(contentOf({ ...op, patch: { phoneNumber: null, email: null } })).toBe(whole)
  expect(contentOf({ ...op, patch: { email: null } })).not.toBe(whole)
  expect(contentOf({ ...op, id: 'entry-0002', patch: { phoneNumber: null, email: null } })).not.toBe(whole)
})

it('is another one of every other op with another value', () => {
  const bib = (value: string) => contentOf({ ...op, type: 'application.assignBib', patch: { bib: value } })
  expect(bib('7')).not.toBe(bib('8'))
})
