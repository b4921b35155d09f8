import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Draw } from '../../contract/marathon.ts'
import { checkDraw, drawnOrder as drawnByPhone } from '../../web/features/marathon-details/check-draw.ts'
import { commitmentOf, drawnOrder as drawnByWorker, newSeed } from '../../worker/ops/decide/ballot.ts'

const SCRIPT = 'docs/check-draw.mjs'
const folder = mkdtempSync(join(tmpdir(), 'draw-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The script is a process of its own, which is slow to start on a busy machine. */
const TIMEOUT_MS = 60_000

const ids = Array.from({ length: 500 }, () => crypto.randomUUID())

function drawOf(seed: string, order: string[]): Draw {
  return { marathonId: 'marathon-0001', commitment: commitmentOf(seed), seed, places: 20, ids: order }
}

function fileOf(draw: Draw): string {
  const file = join(folder, 'draw.json')
  writeFileSync(file, JSON.stringify(draw))
  return file
}

describe('the same seed gives the same draw', () => {
  it('in the worker, on the phone and by the script', { timeout: TIMEOUT_MS }, async () => {
    const seed = newSeed()
    const drawn = drawnByWorker(seed, ids)
    expect(drawn.toSorted()).toEqual(ids.toSorted())
    expect(drawn).not.toEqual(ids)
    expect(await drawnByPhone(seed, ids)).toEqual(drawn)
    const lines = execFileSync(process.execPath, [SCRIPT, fileOf(drawOf(seed, drawn))], { encoding: 'utf8' }).split(
      '\n',
    )
    const expected = drawn.map((id, index) => `${index + 1} ${index < 20 ? 'place' : 'waiting'} ${id}`)
    expect(lines.slice(0, ids.length)).toEqual(expected)
  })

  // Written down, so that a change of the rule is noticed: drawn events would get another order.
  it('for ever', async () => {
    const seed = '0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20'
    const order = drawnByWorker(seed, ['application-1', 'application-2', 'application-3', 'application-4'])
    expect(order).toEqual(['application-3', 'application-4', 'application-2', 'application-1'])
    expect(await drawnByPhone(seed, order.toReversed())).toEqual(order)
    expect(commitmentOf(seed)).toBe('ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9')
  })
})

describe('a draw that was tampered with', () => {
  const seed = newSeed()
  const drawn = drawnByWorker(seed, ids)
  const good = drawOf(seed, drawn)
  const cases: [string, Draw, { isSeed: boolean; isOrder: boolean }][] = [
    ['nothing', good, { isSeed: true, isOrder: true }],
    [
      'a friend moved to the front',
      { ...good, ids: [...drawn.slice(-1), ...drawn.slice(0, -1)] },
      { isSeed: true, isOrder: false },
    ],
    ['another seed', { ...good, seed: newSeed() }, { isSeed: false, isOrder: false }],
    ['another commitment', { ...good, commitment: commitmentOf(newSeed()) }, { isSeed: false, isOrder: true }],
  ]

  it.each(cases)(
    'is noticed by the phone and by the script: %s',
    { timeout: TIMEOUT_MS },
    async (_what, draw, expected) => {
      expect(await checkDraw(draw, draw.commitment)).toEqual(expected)
      const { status, stdout } = spawnSync(process.execPath, [SCRIPT, fileOf(draw)], { encoding: 'utf8' })
      expect(status).toBe(expected.isSeed && expected.isOrder ? 0 : 1)
      expect(stdout).toContain(`The seed ${expected.isSeed ? 'is' : 'IS NOT'} the one`)
      expect(stdout).toContain(`The order of the list ${expected.isOrder ? 'is' : 'IS NOT'} the drawn order`)
    },
  )
})
