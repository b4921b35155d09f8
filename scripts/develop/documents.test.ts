import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'worker/routes/*.md'])
const SOURCES = globSync(['{bench,contract,e2e,scripts,simulation,web,worker}/**/*.{ts,tsx,js}', 'wrangler.toml'], {
  exclude: ['**/node_modules', '**/compiled'],
})
const read = (path: string) => readFileSync(path, 'utf8')

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

it('each link of a document leads to a file that is there, and to a heading in it', () => {
  const broken = DOCUMENTS.flatMap((from) =>
    [...read(from).matchAll(/\]\((?!https?:)([^)\s#]*)#?([^)\s]*)\)/g)]
      .filter(([, path = '', anchor = '']) => {
        const to = path === '' ? from : join(dirname(from), path)
        return !existsSync(to) || (anchor !== '' && !anchorsOf(to).includes(anchor))
      })
      .map(([link]) => `${from}: ${link}`),
  )
  expect(broken).toEqual([])
})

it('each document that the code names is there', () => {
  const missing = SOURCES.flatMap((from) =>
    [...read(from).matchAll(/\bdocs\/(?:decisions\/\d{3}|[\w/-]+\.md)/g)]
      .filter(([name]) => !existsSync(name) && globSync(`${name}-*.md`).length === 0)
      .map(([name]) => `${from}: ${name}`),
  )
  expect(missing).toEqual([])
})

it.each(globSync('docs/decisions/*.md'))('%s has at most 300 words', (path) => {
  expect(read(path).split(/\s+/).length).toBeLessThanOrEqual(301)
})
