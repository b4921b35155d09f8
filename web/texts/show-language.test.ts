import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as common from './compiled/common.js'
import { language } from './languages.ts'
import { isLanguageLoading, onLanguage, showLanguage, startLanguage, wantedLanguage } from './show-language.ts'

beforeEach(() => {
  document.documentElement.lang = 'en'
})
afterEach(async () => {
  vi.useRealTimers()
  await showLanguage('en')
})

it('shows all texts in the language, and writes language and direction into the page', async () => {
  const told = vi.fn()
  const stop = onLanguage(told)
  expect(await showLanguage('qps')).toBe(true)
  stop()
  expect(common.cancel()).toMatch(/^⟦Cáncél·+⟧$/)
  expect(language()).toBe('qps')
  expect(document.documentElement.lang).toBe('qps')
  expect(document.documentElement.dir).toBe('ltr')
  expect(told).toHaveBeenCalledTimes(1)
})

it('writes Arabic from right to left, with isolated values', async () => {
  const format = await import('./compiled/format.js')
  await showLanguage('ar')
  expect(document.documentElement.dir).toBe('rtl')
  expect(format.saved({ time: '14:02' })).toContain('\u206814:02\u2069')
  // Only values: inside another text it would be shown from left to right without the mark.
  expect(format.dayAndTime({ day: '5 مارس', time: '14:02' })).toMatch(/^\u200f\u20685 مارس/)
})

it('goes back to English, whose texts are in the code', async () => {
  await showLanguage('qps')
  await showLanguage('en')
  expect(common.cancel()).toBe('Cancel')
  expect(document.documentElement.lang).toBe('en')
})

it('says that a choice no longer counts, also if its texts come later or do not come', async () => {
  const first = showLanguage('qps')
  const second = showLanguage('de', 0)
  expect(await showLanguage('en')).toBe(true)
  expect(await first).toBe(false)
  expect(await second).toBe(false)
  expect(language()).toBe('en')
  expect(wantedLanguage()).toBe('en')
  expect(common.cancel()).toBe('Cancel')
})

it('stays as it was if the texts do not come in time, and knows that they may still come', async () => {
  vi.useFakeTimers()
  const waiting = expect(showLanguage('bn', 0)).rejects.toThrow('cannot be had')
  vi.advanceTimersByTime(1)
  await waiting
  expect(language()).toBe('en')
  // The import itself goes on, and its failure must reload no page.
  expect(isLanguageLoading()).toBe(true)
  vi.useRealTimers()
  await vi.waitFor(() => expect(isLanguageLoading()).toBe(false), 10_000)
})

it('starts in English where the texts do not come, and still wants the language', async () => {
  vi.useFakeTimers()
  document.documentElement.lang = 'es'
  const started = startLanguage()
  vi.advanceTimersByTime(4000)
  await started
  expect(language()).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(wantedLanguage()).toBe('es')
})

it('starts in English where the page names a language that the app has not', () => {
  document.documentElement.lang = 'fr'
  expect(startLanguage()).toBeUndefined()
  expect(document.documentElement.lang).toBe('en')
})
