import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Which command runs a test is decided by the name of its file alone (docs/tests.md).

const OURS = '{bench,contract,e2e,scripts,simulation,web,worker}/**'
const tests = globSync([`${OURS}/*.test.{ts,tsx}`, 'e2e/**/*.spec.ts'], { exclude: ['**/node_modules'] }).map((path) =>
  path.replaceAll('\\', '/'),
)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

it('every test file lies where vitest or Playwright looks, its tier the only dot in its name', () => {
  const lost = tests.filter(
    (path) =>
      !/^(contract|scripts|simulation|web|worker)\/([\w-]+\/)*[\w-]+(\.(slow|nightly))?\.test\.tsx?$/.test(path) &&
      !/^e2e\/([\w-]+\/)*[\w-]+(\.nightly)?\.spec\.ts$/.test(path),
  )
  expect(lost).toEqual([])
  expect(tests.length).toBeGreaterThan(250)
})

it('the commands of vitest leave no file out', () => {
  const check = readFileSync('scripts/develop/check.ts', 'utf8')
  expect(check).toContain("const FAST = ['--exclude', '**/*.{slow,nightly}.test.*']")
  expect(check).toContain("const NODE = [...FAST, '--mode', 'node']")
  expect(check).toContain("const WORKER = [...FAST, '--project', 'worker',")
  expect(scripts['test:slow']).toMatch(/ \.slow\.test\.$/)
  expect(scripts['test:nightly']).toContain(' .nightly.test. && npm run -s e2e:nightly')
  expect(readFileSync('.github/workflows/nightly.yml', 'utf8')).toContain('"test:nightly"')
})

it('the name of a test has at most 90 characters', () => {
  const NAME = /\b(?:it|test)(?:\.each\b[\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
  const named = tests.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(NAME)].map(([, , name = '']) => ({ path, name })),
  )
  expect(named.filter(({ name }) => name.length > 90)).toEqual([])
  expect(named.length).toBeGreaterThan(3000)
})

/** `a{b,c}d` stands for `abd` and `acd`. */
function pathsOf(row: string): string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(row) ?? ['', row]
  return names.split(',').map((name) => before + name + after)
}

it('each nightly test file is in the list that says why it may be nightly, and no other is', () => {
  const [, section = ''] = readFileSync('docs/tests.md', 'utf8').split('\n## What runs every night\n')
  const rows = (section.split('\n## ')[0] ?? '').matchAll(/^- `([^`]+\.nightly\.[^`]+)`: .{20}/gm)
  expect([...rows].flatMap(([, row = '']) => pathsOf(row)).toSorted()).toEqual(
    tests.filter((path) => path.includes('.nightly.')).toSorted(),
  )
})
