import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { publicMarathonSchema, publicPageSchema, upcomingMarathonSchema } from './marathon.ts'
import { readPublicList, readPublicPage } from './public-marathons.ts'

const SCHEMAS = { explore: z.array(publicMarathonSchema), upcoming: z.array(upcomingMarathonSchema) }
const ROW = {
  _id: 'event-0001',
  image: 'https://pictures.example/1.jpg',
  title: 'City run',
  location: 'Bern',
  regStart: '2027-01-01T00:00:00.000Z',
  regEnd: '2027-02-01T00:00:00.000Z',
  startDate: '2027-03-05T08:00:00.000Z',
  distance: '10k',
  timeZone: 'Europe/Zurich',
  description: 'Along the river',
}
const { description: _left, ...WITHOUT_TEXT } = ROW

/** What a reader makes of a body: its result, or that it refuses. */
function resultOf(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return 'refused'
  }
}

/** A good list, and the same list with each field missing, wrong, or not a text. */
const BODIES: [string, unknown][] = [
  ['a list', [ROW, { ...ROW, _id: 'event-0002' }]],
  ['an empty list', []],
  ['a row with more than is known', [{ ...ROW, more: 1, __proto__: { evil: 1 } }]],
  ['a row without a description', [WITHOUT_TEXT]],
  ...[{}, null, 'text', 7, undefined].map((body): [string, unknown] => [`${JSON.stringify(body)} for a list`, body]),
  ...[null, 'text', [], 7].map((row): [string, unknown] => [`${JSON.stringify(row)} for a row`, [ROW, row]]),
  ...Object.keys(ROW).flatMap((name) =>
    [undefined, null, 7, '', 'no-such', 'x'.repeat(65), {}].map((value): [string, unknown] => [
      `${name}: ${JSON.stringify(value)}`,
      [ROW, { ...ROW, [name]: value }],
    ]),
  ),
]

describe.each(['explore', 'upcoming'] as const)('the list %s is read as its schema reads it:', (key) => {
  it.each(BODIES)('%s', (_name, body) => {
    expect(resultOf(() => readPublicList(key, body))).toEqual(resultOf(() => SCHEMAS[key].parse(body)))
  })
})

const PAGE = {
  ...ROW,
  ...{ cancelled: null, registration: 'ballot', organisedBy: '', imageSize: '', previousStart: null },
  ...{ isFull: false, isListed: true, ver: 3 },
}

/** A good page, and the same page with each field missing, wrong, or of another type. */
const PAGES: [string, unknown][] = [
  ['a page', PAGE],
  ['a page with more than is known', { ...PAGE, email: 'olga@example.com' }],
  ...[null, 'text', [], 7, undefined].map((body): [string, unknown] => [`${JSON.stringify(body)} for a page`, body]),
  ...Object.keys(PAGE).flatMap((name) =>
    [undefined, null, 7, 1.5, '', 'first-come', true, {}].map((value): [string, unknown] => [
      `${name}: ${JSON.stringify(value)}`,
      { ...PAGE, [name]: value },
    ]),
  ),
]

describe('a public page is read as its schema reads it:', () => {
  it.each(PAGES)('%s', (_name, body) => {
    expect(resultOf(() => readPublicPage(body))).toEqual(resultOf(() => publicPageSchema.parse(body)))
  })
})
