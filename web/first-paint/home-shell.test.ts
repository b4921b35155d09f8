import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HERO_SLIDES } from './hero-slides.ts'
import { homeShell, SHELL_CLASSES } from './home-shell.ts'
import { INLINE_SCRIPT } from './inline-script.ts'
import { LOGIN_CLASSES } from './login-shell.ts'
import { BAR_CLASSES } from './shell-bar.ts'

const sources = ['../features/home/hero.tsx', '../features/account/auth-layout.tsx', '../layout/nav-bar.tsx']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n')

test.each(Object.entries({ ...SHELL_CLASSES, ...BAR_CLASSES, ...LOGIN_CLASSES, heroTitle: SHELL_CLASSES.title }))(
  'the shell’s %s looks as the component that takes over',
  (_part, classes) => {
    expect(sources).toContain(classes)
  },
)

test('the shell holds no inline script but the one that the page’s policy knows', () => {
  const scripts = homeShell().match(/<script[^>]*>.*?<\/script>/gs) ?? []
  expect(scripts).toEqual([`<script>${INLINE_SCRIPT}</script>`])
})

test('the shell holds the picture of the first slide, whole', () => {
  const [, picture = ''] = / src="data:image\/svg\+xml,([^"]*)"/.exec(homeShell()) ?? []
  const file = readFileSync(join(import.meta.dirname, '../public', HERO_SLIDES[0].image), 'utf8')
  expect(decodeURIComponent(picture)).toBe(file)
  // These characters would end the address, or begin its fragment.
  expect(picture).not.toMatch(/[<>#]/)
})
