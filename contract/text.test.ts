import { describe, expect, it } from 'vitest'
import { personKey } from './application.ts'
import { isEmail, isPhoneNumber, isPictureUrl, normaliseText } from './text.ts'

describe('normaliseText', () => {
  it('trims, composes, unifies line ends and drops what no database keeps', () => {
    expect(normaliseText('  Zu\u0308rich\r\nRun\u0000 ')).toBe('Zürich\nRun')
    expect(normaliseText('\ud800')).toBe('\ufffd')
  })
})

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

it('takes phone numbers with at least five digits and nothing but digits, spaces and + ( ) -', () => {
  expect(['01234', '+49 (40) 123-456'].every(isPhoneNumber)).toBe(true)
  expect(['1234', '12345x', ''].some(isPhoneNumber)).toBe(false)
})

it('knows an email address by its shape', () => {
  expect(isEmail('a+b@example.co.uk')).toBe(true)
  expect(['a', 'a@b', '@b.c', 'a b@c.de', 'a@b..c'].some(isEmail)).toBe(false)
})

it('takes the same name in another case or spacing for the same person', () => {
  expect(personKey('ADA ', 'Lauf')).toBe(personKey('Ada', ' lauf'))
  expect(personKey('Ada', 'Lauf')).not.toBe(personKey('Ada', 'Läufer'))
})
