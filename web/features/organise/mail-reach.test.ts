import { expect, it } from 'vitest'
import { mailReachMessage } from './mail-reach.ts'

it.each([
  [{ reaches: 412, of: 600, left: 2 }, 'By mail it reaches 412 of 600 runners. 2 mails left today.'],
  [{ reaches: 1, of: 1, left: 1 }, 'By mail it reaches 1 of 1 runner. 1 mail left today.'],
  [{ reaches: 0, of: 5000, left: 0 }, 'By mail it reaches 0 of 5,000 runners. No more mails today.'],
  [undefined, 'How many it reaches by mail is not known now.'],
])('says of %j: %s', (reach, words) => {
  expect(mailReachMessage({ isOffered: true, isAsked: false, reach })).toBe(words)
})
