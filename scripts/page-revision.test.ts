import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pageHeaders } from '../worker/pages/page-headers.ts'
import { revisionWithHeaders } from './page-revision.ts'

const entries = [
  { url: 'index.html', revision: 'a1', size: 9 },
  { url: 'shell.html', revision: 'b1', size: 9 },
  { url: 'assets/app-1.js', revision: null, size: 9 },
]
const settings = { FIREBASE_PROJECT_ID: 'startline', FIREBASE_AUTH_DOMAIN: 'startline.example' }
const revised = (headers: Record<string, string>) => revisionWithHeaders(headers)(entries).manifest

it('gives the pages, and no other file, a new revision if their policy changes', () => {
  const [page, shell, code] = revised(pageHeaders(settings, false))
  const stamped = (name: string) => expect.stringMatching(new RegExp(`^${name}-[0-9a-f]{8}$`))
  expect([page?.revision, shell?.revision, code]).toEqual([stamped('a1'), stamped('b1'), entries[2]])
  expect(revised(pageHeaders(settings, false))[0]).toEqual(page)
  const moved = { ...settings, FIREBASE_AUTH_DOMAIN: 'other.example' }
  expect(revised(pageHeaders(moved, false))[0]).not.toEqual(page)
  expect(revised({ ...pageHeaders(settings, false), 'X-Frame-Options': 'SAMEORIGIN' })[0]).not.toEqual(page)
})

it('is used by the build', () => {
  expect(readFileSync('vite.config.ts', 'utf8')).toMatch(/manifestTransforms: \[revisionWithHeaders\(pageHeaders\(/)
})
