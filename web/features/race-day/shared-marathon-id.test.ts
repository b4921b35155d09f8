import { expect, it } from 'vitest'
import { sharedMarathonId } from './shared-marathon-id.ts'

const NOTHING = { title: '', text: '', url: '' }

it.each([
  ['a link', { url: 'https://startline.example/e/seed-event-18' }],
  ['the address of its details', { url: 'https://startline.example/marathons/seed-event-18' }],
  [
    'a link in a text, as Android shares it',
    { text: 'Run with me! https://startline.example/marathons/seed-event-18' },
  ],
  ['a link with a query', { url: 'https://startline.example/marathons/seed-event-18?from=mail' }],
  ['a link to its registration', { url: 'https://startline.example/marathon/registration/seed-event-18' }],
  ['a link at the end of a sentence', { text: 'See https://startline.example/marathons/seed-event-18.' }],
])('finds the event in %s', (_what, shared) => {
  expect(sharedMarathonId({ ...NOTHING, ...shared })).toBe('seed-event-18')
})

it('finds none where none is named', () => {
  expect(sharedMarathonId({ ...NOTHING, text: 'https://startline.example/marathons' })).toBeNull()
  expect(sharedMarathonId({ ...NOTHING, url: 'javascript:alert(1)//marathons/x' })).toBeNull()
})
