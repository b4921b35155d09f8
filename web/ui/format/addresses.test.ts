import { expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

const found = (text: string) => addressesIn(text).map(({ address }) => address)

it.each([
  ['Rules: https://example.com/rules', ['https://example.com/rules']],
  ['See https://example.com/a.', ['https://example.com/a']],
  ['(https://example.com/a)', ['https://example.com/a']],
  ['https://de.example.org/wiki/Lauf_(Sport), then', ['https://de.example.org/wiki/Lauf_(Sport)']],
  ['“https://example.com/a?b=1&c=2#d”!', ['https://example.com/a?b=1&c=2#d']],
  ['https://example.com/, https://example.org/x/', ['https://example.com/', 'https://example.org/x/']],
  ['<https://example.com>', ['https://example.com']],
  ['HTTPS://Example.com/Path', ['HTTPS://Example.com/Path']],
  ['الطريق: https://example.com/route، شكرا', ['https://example.com/route']],
  ['পথ https://example.com/route। ধন্যবাদ', ['https://example.com/route']],
  ['https://münchen.example/läufe', ['https://münchen.example/läufe']],
  ['ab https://example.com/a\nnext line', ['https://example.com/a']],
  ['الطريق https://example.com/route،شكرا', ['https://example.com/route']],
  ['পথ:https://example.com/route।ধন্যবাদ', ['https://example.com/route']],
  ['路线https://example.com/a。谢谢', ['https://example.com/a']],
  ['https://example.com/a,https://example.org/b', ['https://example.com/a', 'https://example.org/b']],
])('an address is found without what the sentence adds: %s', (text, addresses) => {
  expect(found(text)).toEqual(addresses)
})

it.each([
  'http://example.com',
  'javascript:alert(1)',
  'data:text/html,https',
  'https://',
  'https://localhost/x',
  'xhttps://example.com',
  'example.com/rules',
  'https://bank.example@evil.example/',
  // Cut by the app, so it leads nowhere.
  'https://example.com/route-of-the-…',
])('%s is text', (text) => expect(found(text)).toEqual([]))

it('a character that nobody sees ends an address', () => {
  expect(found('https://example.com/\u202egpj.exe')).toEqual(['https://example.com/'])
  expect(found('https://example.com\u200b/x')).toEqual(['https://example.com'])
})

it('the parts make up the text', () => {
  const text = 'a https://example.com/a. b (https://example.org) c'
  const parts = addressesIn(text)
  expect(parts.flatMap(({ before, address }) => [before, address]).join('') + text.slice(parts.at(-1)?.end)).toBe(text)
})
