import { expect, it } from 'vitest'
import { StorageFailure } from '../store/outbox.ts'
import { storageMessage } from './storage-message.ts'

it.each([
  ['full', /storage is full/],
  ['refused', /does not let the app store/],
  ['closed', /^Not saved: you are logged out here/],
  ['silent', /^Not saved.*Close other windows/],
  ['unknown', /^It may not be saved.*look before you try again/],
] as const)('tells the user what to do where the storage is %s', (reason, words) => {
  const { title, text } = storageMessage(new StorageFailure(reason))
  expect(text).toMatch(words)
  expect(title).toBe(reason === 'unknown' ? 'Perhaps not saved' : 'Not saved')
})
