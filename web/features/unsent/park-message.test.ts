import { expect, it } from 'vitest'
import { parkMessage } from './park-message.ts'

it.each([
  ['rests-on-parked', 'It rests on an earlier change that is set aside.'],
  ['failing', 'It failed alone for an hour, while the server took the others.'],
  ['other-account', 'This operation belongs to another account.'],
  ['too-large', 'The body must be at most 1048576 bytes.'],
  [undefined, 'It could not be sent while others could.'],
])('says why an edit is parked: %s', (reason, text) => {
  expect(parkMessage(reason)).toBe(text)
  // An older version stored the sentence.
  expect(parkMessage(text)).toBe(text)
})

it('shows what the server found wrong as it is', () => {
  expect(parkMessage('ops.0.patch: is odd')).toBe('ops.0.patch: is odd')
  expect(parkMessage('constructor')).toBe('constructor')
})
