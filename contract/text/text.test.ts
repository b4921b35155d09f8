import { describe, expect, it } from 'vitest'
import { isEmail, isPhoneNumber, isPictureUrl } from './text.ts'

describe('isPictureUrl', () => {
  it.each(['https://example.com/a.jpg', 'http://localhost:8787/samples/a.svg', 'http://127.0.0.1/a'])(
    'takes %s',
    (url) => {
      expect(isPictureUrl(url)).toBe(true)
    },
  )

  it.each([
    'http://example.com/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'https://me:pw@example.com/',
    'a.jpg',
    '//x',
  ])('refuses %s', (url) => {
    expect(isPictureUrl(url)).toBe(false)
  })
})

it('takes phone numbers of five digits or more, with no sign but spaces and + ( ) . / -', () => {
  expect(['01234', '+49 (40) 123-456', '040/123456', '06.12.34.56.78'].every(isPhoneNumber)).toBe(true)
  expect(['1234', '12345x', '555 1234 x89', ''].some(isPhoneNumber)).toBe(false)
})

it('knows an email address by its shape', () => {
  expect(isEmail('a+b@example.co.uk')).toBe(true)
  expect(['o’brien@example.com', 'first.last_x-y@sub.example.com', 'josé@exämple.de'].every(isEmail)).toBe(true)
  expect(['a', 'a@b', '@b.c', 'a b@c.de', 'a@b..c'].some(isEmail)).toBe(false)
})

it.each([
  'rosa@example.com?bcc=evil@example.org',
  'rosa?bcc=evil@example.org',
  'rosa@example.com?bcc=evil%40x.example&body=Pay%20here',
  'rosa@example.com&body=pay',
  'rosa&cc=x@example.com',
  'rosa%3Fbcc=evil@example.org',
  'rosa,evil@example.org',
  'rosa;evil@example.org',
  '"rosa"@example.com',
  'rosa<x>@example.com',
  'rosa@example.com#x',
])('takes %s for no email address: a link to it would say more than an address', (text) => {
  expect(isEmail(text)).toBe(false)
})
