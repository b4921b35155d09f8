import { expect, it } from 'vitest'
import { formatSpan } from './format-span.ts'

const MINUTE_MS = 60_000

it.each([
  [0, '1 min'],
  [70.9, '70 min'],
  [119, '119 min'],
  [120, '2 h 0 min'],
  [153, '2 h 33 min'],
])('says of %d minutes: %s', (minutes, words) => expect(formatSpan(minutes * MINUTE_MS)).toBe(words))
