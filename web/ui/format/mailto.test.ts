import { expect, it } from 'vitest'
import { mailto } from './mailto.ts'

it('leaves an address as it is', () => {
  expect(mailto('rosa@example.com')).toBe('mailto:rosa@example.com')
})

it('lets an address bring neither recipients nor a text', () => {
  const { pathname, search } = new URL(mailto('rosa@example.com?bcc=evil%40x.example&body=Pay'))
  expect(search).toBe('')
  expect(decodeURIComponent(pathname)).toBe('rosa@example.com?bcc=evil%40x.example&body=Pay')
})
