import { expect, it } from 'vitest'
import { categoriesText } from '../../../contract/questions/question-schema.ts'
import {
  bandProblem,
  missingQuestions,
  nextBand,
  storedCategories,
  type TypedBand,
  typedCategories,
} from './typed-categories.ts'
import { presetQuestion, writeTyped } from './typed-questions.ts'

const band = (name: string, from: string, to: string, sex: TypedBand['sex'] = ''): TypedBand => ({
  ...{ id: name, name, from, to, sex },
})
const own = (...bands: TypedBand[]) => JSON.stringify({ choice: 'own', bands })

it.each([
  '',
  categoriesText.parse('{"preset":"ten"}'),
  categoriesText.parse('{"bands":[{"name":"A","sex":"F","from":0,"to":null}]}'),
])('what was not touched is sent as it is: %s', (stored) => {
  expect(categoriesText.parse(storedCategories(stored))).toBe(stored)
  expect(categoriesText.parse(storedCategories(JSON.stringify(typedCategories(stored))))).toBe(stored)
})

it('own bands stay while another choice is looked at, and are not sent then', () => {
  const bands = [band('A', '20', '')]
  const looked = JSON.stringify({ choice: 'five', bands })
  expect(storedCategories(looked)).toBe('{"preset":"five"}')
  expect(typedCategories(looked).bands).toEqual(bands)
  expect(storedCategories(JSON.stringify({ choice: 'none', bands }))).toBe('')
})

it('what is no number is refused at its place', () => {
  const sent = storedCategories(own(band('A', 'x', '')))
  expect(categoriesText.safeParse(sent).success).toBe(false)
  expect(JSON.parse(sent).bands[0]).toMatchObject({ from: 'x', to: null })
})

it('names two bands that overlap, or have one name, while they are typed', () => {
  expect(bandProblem([band('Seniors', '20', '39'), band('Masters', '35', '')])).toBe(
    '“Seniors” and “Masters” overlap: somebody would be in both.',
  )
  expect(bandProblem([band('A', '20', '39', 'F'), band('', '30', '', '')])).toContain('“A” and “Category 2”')
  expect(bandProblem([band('A', '20', '39', 'F'), band('A ', '20', '39', 'M')])).toBe('Two categories are called “A”.')
  expect(bandProblem([band('A', '20', '39'), band('B', '4', ''), band('C', '40', '')])).toContain('“A” and “B”')
  expect(bandProblem([band('A', '20', '39'), band('B', '', '')])).toBe('')
  expect(bandProblem([band('A', '20', '39'), band('B', '40', '')])).toBe('')
})

it('a further band begins where the last one ends', () => {
  expect(nextBand([band('A', '20', '39', 'F')])).toMatchObject({ from: '40', to: '', sex: 'F', name: '' })
  expect(nextBand([band('A', '20', '')]).from).toBe('')
})

it('says which questions the categories need and nobody asks', () => {
  const born = writeTyped([presetQuestion('birthYear')])
  expect(missingQuestions('', '')).toEqual([])
  expect(missingQuestions('{"preset":"ten"}', '')).toEqual(['birthYear', 'sex'])
  expect(missingQuestions('{"preset":"ten"}', born)).toEqual(['sex'])
  expect(missingQuestions(own(band('A', '20', '')), born)).toEqual([])
  expect(missingQuestions(own(band('A', '20', '', 'F')), born)).toEqual(['sex'])
})
