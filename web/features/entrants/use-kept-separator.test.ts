import { expect, it } from 'vitest'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { useKeptSeparator, usualSeparator } from './use-kept-separator.ts'

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

it('keeps the choice on this phone', async () => {
  const account = { db: await emptyAccount(), author: { name: 'Olivia', email: 'olivia@example.com' } }
  const first = renderHook(useKeptSeparator, account)
  await until(() => expect(first.value()[0]).toBe(','))
  first.value()[1](';')
  await until(async () => expect(await account.db.drafts.get('csv-separator')).toBeDefined())
  first.leave()
  const next = renderHook(useKeptSeparator, account)
  await until(() => expect(next.value()[0]).toBe(';'))
  next.leave()
})
