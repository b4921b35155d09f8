import { afterEach, expect, it, vi } from 'vitest'
import * as common from './compiled/common.js'
import { language } from './languages.ts'
import { onLanguage, showLanguage, startLanguage } from './show-language.ts'

afterEach(async () => {
  vi.useRealTimers()
  await showLanguage('en')
})

it('shows all texts in the language, and writes language and direction into the page', async () => {
  const told = vi.fn()
  const stop = onLanguage(told)
  await showLanguage('qps')
  stop()
  expect(common.cancel()).toMatch(/^⟦Cáncél·+⟧$/)
  expect(language()).toBe('qps')
  expect(document.documentElement.lang).toBe('qps')
  expect(document.documentElement.dir).toBe('ltr')
  expect(told).toHaveBeenCalledTimes(1)
})

it('goes back to English, whose texts are in the code', async () => {
  await showLanguage('qps')
  await showLanguage('en')
  expect(common.cancel()).toBe('Cancel')
  expect(document.documentElement.lang).toBe('en')
})

it('shows the language that was chosen last, also if the texts of the one before come later', async () => {
  const first = showLanguage('qps')
  await showLanguage('en')
  await first
  expect(language()).toBe('en')
  expect(common.cancel()).toBe('Cancel')
})

it('stays as it was if the texts do not come in time', async () => {
  vi.useFakeTimers()
  const waiting = expect(showLanguage('qps', 0)).rejects.toThrow('do not come')
  vi.advanceTimersByTime(1)
  await waiting
  expect(language()).toBe('en')
})

it('starts in English where the page names a language that the app has not', () => {
  document.documentElement.lang = 'fr'
  expect(startLanguage()).toBeUndefined()
})
