import { expect, it } from 'vitest'
import { jsonParameters } from './written-rows.ts'

const row = (length: number) => ({ text: 'x'.repeat(length) })

it('puts all rows into one parameter if they are short', () => {
  const rows = Array.from({ length: 500 }, () => row(100))
  const parameters = jsonParameters(rows)
  expect(parameters).toHaveLength(1)
  expect(JSON.parse(parameters[0] ?? '')).toEqual(rows)
  expect(jsonParameters([])).toEqual([])
})

it('puts long rows into several, each below what D1 accepts, and loses none', () => {
  const rows = Array.from({ length: 10 }, () => row(250_000))
  const parameters = jsonParameters(rows)
  expect(parameters.map((json) => JSON.parse(json).length)).toEqual([2, 2, 2, 2, 2])
  expect(parameters.flatMap((json) => JSON.parse(json))).toEqual(rows)
  // A row that is too long alone is a parameter all the same.
  expect(jsonParameters([row(700_000), row(1)])).toHaveLength(2)
})
