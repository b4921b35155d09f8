import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES, PSEUDO } from './languages.ts'
import { number } from './number.ts'

afterEach(() => vi.restoreAllMocks())

describe.each(Object.keys(LANGUAGES).filter((language) => language !== PSEUDO))('number in %s', (language) => {
  it('is what Intl writes', () => {
    const intl = new Intl.NumberFormat(language)
    const values = [...Array(1000).keys(), 1000, 1001, 50_000, 1_234_567, -1, -1000, 0.5, 12.25]
    expect(values.map((value) => number(language, value))).toEqual(values.map((value) => intl.format(value)))
    expect(number(language, 1003, 2)).toBe(intl.format(1001))
    expect(number(language, 3, 2)).toBe(intl.format(1))
  })
})

it('makes no formatter for a small number', () => {
  const made = vi.spyOn(Intl, 'NumberFormat')
  // No other test has made a formatter of this language.
  expect(number('fr', 999)).toBe('999')
  expect(made).not.toHaveBeenCalled()
})
