import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { responseSchema, syncRequestSchema } from '../../contract/sync.ts'

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n')
const cellsOf = (line: string) => line.slice(2, -2).split(' | ')

const rows = linesOf('docs/specification.md')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| statement'))
  .map(cellsOf)

const invariants = linesOf('docs/sync.md').flatMap((line) => /^- \*\*(INV-\d+)\*\* ./.exec(line)?.[1] ?? [])

/** The invariants that begin the name of a test, in the files of all tests. */
const tested = new Set(
  globSync(['{contract,simulation,web,worker}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/['"`](INV-\d+) /g)].map(([, name = '']) => name),
  ),
)

const fileOf = (name: string) => (name.includes('/') ? name : `e2e/screens/${name}.spec.ts`)

/** The entries of a cell that name no test of an existing file. */
function missingTests(held: string): (string | undefined)[] {
  const named = held.split('<br>').map((entry) => /^`([^`]+)` › (.+)$/.exec(entry) ?? [entry, '', ''])
  const missing = named.filter(([, file = '', test = '']) => {
    const path = fileOf(file)
    return !test || !existsSync(path) || !readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(test)
  })
  return missing.map(([entry]) => entry)
}

describe('the table of the specification', () => {
  it.each(rows)('names files that exist for: %s', (_statement, built = '') => {
    const missing = [...built.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path).filter((path) => !existsSync(path))
    expect(missing).toEqual([])
  })

  it.each(rows)('names tests that exist for: %s', (_statement, _built, held = '') => {
    expect(missingTests(held)).toEqual([])
  })
})

describe('the list of the invariants', () => {
  it('has all of them, in their order', () => {
    expect(invariants.length).toBeGreaterThanOrEqual(27)
    expect(invariants).toEqual(invariants.map((_, index) => `INV-${index + 1}`))
  })

  it('has the invariants with which names of tests begin, and no other', () => {
    expect([...tested].toSorted()).toEqual(invariants.toSorted())
  })
})

describe('the examples of a clash', () => {
  const [request = '', response = ''] = [
    ...readFileSync('docs/sync.md', 'utf8').matchAll(/^```json\n([^`]+)```/gm),
  ].map(([, json = '']) => json)

  it('have a request as a phone sends it', () => {
    expect(syncRequestSchema.parse(JSON.parse(request))).toEqual(JSON.parse(request))
  })

  it('have a response with every field that the worker sends, and no other', () => {
    expect(responseSchema().parse(JSON.parse(response))).toEqual(JSON.parse(response))
  })
})
