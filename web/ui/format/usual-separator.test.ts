import { expect, it } from 'vitest'
import { usualSeparator } from './usual-separator.ts'

it.each([
  ['de-DE', 'de', ';'],
  ['de-CH', 'de', ','],
  ['fr-FR', 'en', ';'],
  ['es-ES', 'es', ';'],
  ['es-MX', 'es', ','],
  ['en-US', 'de', ';'],
  ['en-GB', 'en', ','],
  ['bn-BD', 'bn', ','],
] as const)('a device in %s with the app in %s begins with %s', (device, app, separator) => {
  expect(usualSeparator(device, app)).toBe(separator)
})
