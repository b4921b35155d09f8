import { expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

it('keeps a path of this site with its search and hash', () => {
  expect(redirectTarget('/marathons/abc?sort=asc#top')).toBe('/marathons/abc?sort=asc#top')
})

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/.//evil.example/x',
  '/a/..//evil.example/x',
  '',
  7,
  undefined,
])('refuses %j', (value) => {
  expect(redirectTarget(value)).toBeUndefined()
})

it('never leads back to the sign-in screens', () => {
  expect(redirectTarget('/login?redirect=/login')).toBeUndefined()
  expect(redirectTarget('/register')).toBeUndefined()
})
