import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { revisionWithHeaders } from './page-revision.ts'

const entries = [
  { url: 'index.html', revision: 'a1', size: 9 },
  { url: 'shell.html', revision: 'b1', size: 9 },
  { url: 'assets/app-1.js', revision: null, size: 9 },
]
const HEADERS = { 'Content-Security-Policy': "default-src 'self'", 'X-Frame-Options': 'DENY' }
const revised = (headers: Record<string, string>) => revisionWithHeaders(headers)(entries).manifest

it('gives the pages, and no other file, a new revision if their policy changes', () => {
  const [page, shell, code] = revised(HEADERS)
  const stamped = (name: string) => expect.stringMatching(new RegExp(`^${name}-[0-9a-f]{8}$`))
  expect([page?.revision, shell?.revision, code]).toEqual([stamped('a1'), stamped('b1'), entries[2]])
  expect(revised(HEADERS)[0]).toEqual(page)
  expect(revised({ ...HEADERS, 'Content-Security-Policy': "default-src 'none'" })[0]).not.toEqual(page)
  expect(revised({ ...HEADERS, 'X-Frame-Options': 'SAMEORIGIN' })[0]).not.toEqual(page)
})

it('is used by the build', () => {
  expect(readFileSync('vite.config.ts', 'utf8')).toMatch(/manifestTransforms: \[revisionWithHeaders\(pageHeaders\(/)
})
