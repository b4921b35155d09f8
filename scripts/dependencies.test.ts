import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const { dependencies, devDependencies, optionalDependencies } = json('package.json')
const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })

/** Package, why, size, licence and replacement of each row. */
const rows = readFileSync('docs/dependencies.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))

/** The licence in node_modules; that of the lock for a package of another platform. */
function licenceOf(name: string): string {
  const installed = `node_modules/${name}/package.json`
  return existsSync(installed)
    ? json(installed).license
    : json('package-lock.json').packages[`node_modules/${name}`].license
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

describe('the table of dependencies', () => {
  it('has a row for each package of package.json, and no other', () => {
    const named = rows.flatMap(([cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    expect(named.toSorted()).toEqual(names.toSorted())
  })

  it.each(rows)(
    'says why, how large, and what would replace %s',
    (_name, why = '', size = '', _licence, instead = '') => {
      expect([why, instead].every((cell) => cell.trim().length > 3)).toBe(true)
      expect(size).toMatch(/\d (kB|MB)/)
    },
  )

  it.each(rows)('has about the size that is in node_modules: %s', (cell = '', _why, size = '') => {
    const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => `node_modules/${name}`)
    // Of the packages for one platform only one is installed, and a package may lie in the folder of another one.
    if (!named.every((folder) => existsSync(folder))) return
    const bytes = named.reduce((sum, folder) => sum + sizeOf(realpathSync(folder)), 0)
    const [, number, unit] = /([\d.]+) (kB|MB)/.exec(size) ?? []
    const ratio = bytes / (Number(number) * (unit === 'MB' ? 1e6 : 1e3))
    expect(ratio, `${cell} has ${(bytes / 1e6).toFixed(2)} MB`).toBeGreaterThan(2 / 3)
    expect(ratio, `${cell} has ${(bytes / 1e6).toFixed(2)} MB`).toBeLessThan(4 / 3)
  })

  it.each(rows)('has the licence that is in node_modules: %s', (cell = '', _why, _size, licence) => {
    for (const [, name = ''] of cell.matchAll(/`([^`]+)`/g)) expect([name, licenceOf(name)]).toEqual([name, licence])
  })
})

describe('package-lock.json', () => {
  // npm install goes on without such an entry, and npm ci stops with "Missing: … from lock file".
  it('has the packages of all platforms, so that npm ci works', () => {
    const packages: Record<string, { optionalDependencies?: object }> = json('package-lock.json').packages
    /** Node looks for a package beside the one that needs it, and then further up. */
    const isThere = (folder: string, name: string): boolean => {
      if (packages[`${folder}node_modules/${name}`]) return true
      return folder !== '' && isThere(folder.replace(/(^|\/)node_modules\/((?!node_modules\/).)*$/, '$1'), name)
    }
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isThere(path && `${path}/`, name)),
    )
    expect(missing).toEqual([])
  })
})
