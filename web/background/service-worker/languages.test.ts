import { expect, it } from 'vitest'
import { isLanguageFile } from './languages.ts'

it.each(['/assets/language-de-DFWH_fs.js', '/assets/language-qps-Br6W2-6-v2.js'])(
  '%s has the texts of a language',
  (path) => {
    expect(isLanguageFile(path)).toBe(true)
  },
)

it.each(['/assets/language-choice-Dn915Nq.js', '/assets/index-de-Ie4UasH.js', '/language-de-DFWH_fs.js'])(
  '%s is another file of the app, which every phone keeps',
  (path) => {
    expect(isLanguageFile(path)).toBe(false)
  },
)
