import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ListRows, resultFile, resultInput } from '../../contract/results/result-rows.ts'
import { resultsOf } from '../../contract/results/results.ts'
import { checkResults } from './list-differences.ts'

const GUN = Date.parse('2027-06-06T08:00:00.000Z')
const at = (tick: number) => new Date(GUN + tick).toISOString()
const recorded = (id: string, kind: 'gun' | 'crossing', tick: number, bib: string | null) => ({
  ...{ _id: id, kind, point: kind === 'gun' ? 'start' : 'finish', how: 'bib' as const, clock: 'clock-0001', tick },
  ...{ at: at(tick), bib, accuracy: null, of: null, voidedAt: null, confirmed: true },
})
const ROWS: ListRows = {
  splits: [],
  recordings: [
    recorded('the-gun-0001', 'gun', 0, null),
    recorded('crossing-0001', 'crossing', 60_000, '7'),
    recorded('crossing-0002', 'crossing', 61_000, '8'),
  ],
  rulings: [],
  entries: ['7', '8'].map((bib) => ({ id: `entry-000${bib}`, bib, isHere: true })),
}
const file = () => resultFile(ROWS, structuredClone(resultsOf(resultInput(ROWS))))
const differences = (value: unknown) => checkResults(JSON.stringify(value)).differences

it('a list that follows from its rows has no differences, whatever the order of its fields', () => {
  const { rows, list } = file()
  expect(differences({ list, rows })).toEqual([])
  const turned = list.rows.map((row) => Object.fromEntries(Object.entries(row).reverse()))
  expect(differences({ rows, list: { ...list, rows: turned } })).toEqual([])
})

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('checks a split with the name %s', (split) => {
  const crossed = { ...recorded('crossing-0003', 'crossing', 30_000, '7'), point: split }
  const rows = { ...ROWS, splits: [split], recordings: [...ROWS.recordings, crossed] }
  const whole = JSON.parse(JSON.stringify(resultFile(rows, resultsOf(resultInput(rows)))))
  expect(differences(whole)).toEqual([])
  whole.list.rows[0].splits[0][1] = 31_000
  expect(differences(whole)).toEqual([expect.stringMatching(/^bib 7: splits is .*31000.*, by the rows .*30000/)])
})

it('names each line that differs, and how', () => {
  const wrong = file()
  const [first, second] = wrong.list.rows as [(typeof wrong.list.rows)[0], (typeof wrong.list.rows)[0]]
  first.time = 50_000
  second.place = 1
  expect(differences(wrong)).toEqual(['bib 7: time is 50000, by the rows 60000', 'bib 8: place is 1, by the rows 2'])
})

it('names lines that are missing, doubled or moved, a doubt left out, and another gun', () => {
  const listed = (change: (list: ReturnType<typeof file>['list']) => void) => {
    const one = file()
    change(one.list)
    return differences(one)
  }
  expect(listed((list) => list.rows.pop())).toEqual(['bib 8: by the rows, and not in the file'])
  expect(listed((list) => list.rows.push(...list.rows.slice(0, 1)))).toEqual([
    'bib 7: in the file, and not by the rows',
  ])
  expect(listed((list) => list.rows.reverse())).toEqual(['bib 8: in another place of the list'])
  expect(listed((list) => list.doubts.pop())).toEqual([expect.stringMatching(/^the doubt \w+:\w+: by the rows/)])
  expect(listed((list) => Object.assign(list, { gun: 1 }))).toEqual([`the list: gun is 1, by the rows ${GUN}`])
})

it.each([
  ['no JSON', '{"rows":', 'This is not JSON'],
  ['another file', '{"entrants":[]}', 'This is not a file of results: rows: not valid (expected object)'],
  [
    'a wrong field',
    JSON.stringify(file()).replace('"tick":60000', '"tick":"60000"'),
    'rows.recordings.1.tick: not a whole number',
  ],
  [
    'no time',
    JSON.stringify(file()).replace(at(0), '2027-02-30T08:00:00Z'),
    'rows.recordings.0.at: not valid (expected datetime)',
  ],
])('says what is wrong with a file that is %s', (_, text, message) => {
  expect(() => checkResults(text)).toThrow(message)
})

it('the command prints the lines and ends with 0, 1, or 2 for a file that it cannot read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  const run = (name: string, text?: string) => {
    const path = join(folder, name)
    if (text !== undefined) writeFileSync(path, text)
    const command = spawnSync('node', [join(import.meta.dirname, 'results-check.ts'), path], { encoding: 'utf8' })
    return [command.status, (command.stdout + command.stderr).replaceAll(path, name).trim()]
  }
  const wrong = file()
  wrong.list.rows.pop()
  expect(run('right.json', JSON.stringify(file()))).toEqual([0, 'The list follows from 3 recordings and 2 entries.'])
  expect(run('wrong.json', JSON.stringify(wrong))).toEqual([
    1,
    'bib 8: by the rows, and not in the file\nThe list does not follow from 3 recordings and 2 entries.',
  ])
  expect(run('bad.json', 'x')).toEqual([2, expect.stringContaining('bad.json: This is not JSON')])
  expect(run('none.json')).toEqual([2, expect.stringContaining('none.json: ENOENT')])
})
