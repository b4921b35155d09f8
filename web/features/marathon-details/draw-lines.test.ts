import { beforeAll, expect, it } from 'vitest'
import type { Draw } from '../../../contract/marathon.ts'
import { applicationRow } from '../../testing/test-account.ts'
import { drawnOrder } from './check-draw.ts'
import { drawLines } from './draw-lines.ts'

const SEED = '00'.repeat(32)
/** The SHA-256 of 32 zero bytes. */
const COMMITMENT = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
let draw: Draw
beforeAll(async () => {
  const ids = await drawnOrder(SEED, ['entry-ada', 'entry-bo'])
  draw = { marathonId: 'event-0001', commitment: COMMITMENT, seed: SEED, places: 1, ids }
})

type Other = Parameters<typeof applicationRow>[2]
const lines = async (kept: string | null, own: [string, Other][] = [], commitment = COMMITMENT) =>
  (
    await drawLines(
      draw,
      commitment,
      kept,
      own.map(([id, other]) => applicationRow(id, 'event-0001', other)),
    )
  ).map(({ result, words }) => `${result}: ${words}`)
const ofOwn = async (id: string, other: Other) => (await lines(null, [[id, other]])).slice(2)

const RIGHT = ['right: The seed is the one of the commitment.', 'right: The order of all 2 entries follows from it.']

it('the seed and the order are checked, and the commitment against the one that was kept', async () => {
  expect(await lines(null)).toEqual(RIGHT)
  expect(await lines(COMMITMENT)).toEqual(RIGHT)
  expect(await lines('another')).toEqual(['wrong: The commitment is the one from before the draw.', ...RIGHT])
  expect(await lines(null, [], 'another')).toEqual(['wrong: The seed is the one of the commitment.', RIGHT[1]])
})

it('an own entry must be in the list at its number', async () => {
  const number = draw.ids.indexOf('entry-bo') + 1
  expect(await ofOwn('entry-bo', { drawOrder: number })).toEqual([`right: Ada Lauf is number ${number} of it.`])
  expect(await ofOwn('entry-bo', { drawOrder: 3 - number })).toEqual([`wrong: Ada Lauf is number ${3 - number} of it.`])
  expect(await ofOwn('entry-cy', { drawOrder: 2 })).toEqual(['wrong: Ada Lauf is number 2 of it.'])
})

it('an own entry within the places that waits is told as wrong, and one after them is not', async () => {
  const [first = '', second = ''] = draw.ids
  expect(await ofOwn(first, { drawOrder: 1, status: 'waiting' })).toEqual([
    'wrong: Ada Lauf is number 1 and has no place: there is 1 place.',
  ])
  expect(await ofOwn(second, { drawOrder: 2, status: 'waiting' })).toEqual([expect.stringMatching(/^right: /)])
})

it('an own entry that was in the ballot and was left out is told as wrong', async () => {
  expect(await ofOwn('entry-cy', { status: 'entered' })).toEqual([
    'wrong: Ada Lauf was in the ballot and is in the list.',
  ])
})

it('an entry without a number that has a place, or waits, is for the user to judge', async () => {
  for (const status of ['registered', 'waiting'] as const)
    expect(await ofOwn('entry-cy', { status })).toEqual([expect.stringMatching(/^look: .*after the draw\.$/)])
})

it('an entry whose result is still on its way is found, and one that is not sent is none', async () => {
  expect(await ofOwn('entry-bo', { status: 'entered' })).toEqual([expect.stringMatching(/^right: /)])
  expect(await ofOwn('entry-new', { status: 'entered', ver: 0 })).toEqual([])
})
