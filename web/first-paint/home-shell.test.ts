import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homeShell, SHELL_CLASSES } from './home-shell.ts'
import { INLINE_SCRIPT } from './inline-script.ts'

const sources = ['../features/home/hero.tsx', '../layout/nav-bar.tsx']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n')

test.each(Object.entries(SHELL_CLASSES))('the shell’s %s looks as the component that takes over', (_part, classes) => {
  expect(sources).toContain(classes)
})

test('the shell holds no inline script but the one that the page’s policy knows', () => {
  const scripts = homeShell().match(/<script[^>]*>.*?<\/script>/gs) ?? []
  expect(scripts).toEqual([`<script>${INLINE_SCRIPT}</script>`])
})
