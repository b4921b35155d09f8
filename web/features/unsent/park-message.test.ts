import { expect, it } from 'vitest'
import { parkMessage } from './park-message.ts'

it.each([
  ['rests-on-parked', 'It depends on an earlier change that is set aside.'],
  ['refused', 'The server does not take it as it is.'],
  ['failing', 'It failed for an hour, while the server took the others.'],
  ['other-account', 'This change belongs to another account.'],
  ['too-large', 'It is too large: at most 1048576 bytes can be sent.'],
] as const)('says why an edit is parked: %s', (reason, text) => {
  expect(parkMessage(reason)).toBe(text)
})
