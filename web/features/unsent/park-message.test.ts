import { expect, it } from 'vitest'
import { parkMessage } from './park-message.ts'

it.each([
  ['rests-on-parked', 'It rests on an earlier change that is set aside.'],
  ['refused', 'The server does not take it as it is.'],
  ['failing', 'It failed alone for an hour, while the server took the others.'],
  ['other-account', 'This operation belongs to another account.'],
  ['too-large', 'The body must be at most 1048576 bytes.'],
] as const)('says why an edit is parked: %s', (reason, text) => {
  expect(parkMessage(reason)).toBe(text)
})
