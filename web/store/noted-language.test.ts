import { beforeEach, expect, it } from 'vitest'
import { deviceDb } from './device-db.ts'
import { notedLanguage, noteLanguage } from './noted-language.ts'

beforeEach(() => deviceDb.marks.clear())

it('the language that the user wants is noted, and English needs no note', async () => {
  await noteLanguage('en')
  expect([await notedLanguage(), await deviceDb.marks.count()]).toEqual(['en', 0])
  for (const language of ['de', 'en']) {
    await noteLanguage(language)
    expect(await notedLanguage()).toBe(language)
  }
})
