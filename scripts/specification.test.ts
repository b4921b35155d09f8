import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const rows = readFileSync('docs/specification.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| statement'))
  .map((line) => line.slice(2, -2).split(' | '))

const fileOf = (name: string) => (name.includes('/') ? name : `e2e/screens/${name}.spec.ts`)

describe('the table of the specification', () => {
  it.each(rows)('names files that exist for: %s', (_statement, built = '') => {
    const missing = [...built.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path).filter((path) => !existsSync(path))
    expect(missing).toEqual([])
  })

  it.each(rows)('names tests that exist for: %s', (_statement, _built, held = '') => {
    const named = held.split('<br>').map((entry) => /^`([^`]+)` › (.+)$/.exec(entry) ?? [entry, '', ''])
    const missing = named.filter(([, file = '', test = '']) => {
      const path = fileOf(file)
      return !test || !existsSync(path) || !readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(test)
    })
    expect(missing.map(([entry]) => entry)).toEqual([])
  })
})
