import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const { dependencies, devDependencies, optionalDependencies } = json('package.json')
const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })

/** The names, the reason and the replacement of each line, which may be wrapped. */
const lines = readFileSync('docs/dependencies.md', 'utf8')
  .replaceAll('\n  ', ' ')
  .split('\n')
  .flatMap((line) => {
    const [, cell = '', why = '', instead = ''] = /^- (`[^:]+`): (.+?)\. Instead: (.+)\.$/.exec(line) ?? []
    const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    return named.length > 0 ? [{ named, why, instead }] : []
  })

/** Licences that allow use in a closed product. */
const ALLOWED = ['MIT', 'MIT-0', 'Apache-2.0', 'MIT OR Apache-2.0', 'ISC']
/** OFL-1.1 forbids the sale of the typeface alone. What has MPL-2.0 is not deployed. */
const ALLOWED_FOR: Record<string, string> = {
  '@fontsource-variable/archivo': 'OFL-1.1',
  '@fontsource-variable/noto-sans-arabic': 'OFL-1.1',
  '@fontsource-variable/noto-sans-bengali': 'OFL-1.1',
  'axe-core': 'MPL-2.0',
  'ical.js': 'MPL-2.0',
}

/** The licence in node_modules; that of the lock for a package of another platform. */
function licenceOf(name: string): string {
  const installed = `node_modules/${name}/package.json`
  return existsSync(installed)
    ? json(installed).license
    : json('package-lock.json').packages[`node_modules/${name}`].license
}

describe('the list of dependencies', () => {
  it('has each package of package.json once, and no other', () => {
    expect(lines.flatMap(({ named }) => named).toSorted()).toEqual(names.toSorted())
  })

  it.each(lines)('says why $named is there, and what would replace it', ({ why, instead }) => {
    expect([why, instead].every((words) => words.length > 3)).toBe(true)
  })

  it('has licences that allow our use', () => {
    const others = names.filter((name) => ![...ALLOWED, ALLOWED_FOR[name]].includes(licenceOf(name)))
    expect(others).toEqual([])
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
