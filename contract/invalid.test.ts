import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { invalidFrom } from './invalid.ts'
import { problemSchema } from './problem-schema.ts'

it('names an unknown field whatever its name is, so that who reads the answer learns of it', () => {
  for (const [name, told] of [
    ['more', 'more'],
    ['constructor', 'constructor'],
    ['__proto__', 'body.__proto__'],
  ] as const) {
    const body: unknown = JSON.parse(`{"${name}":1}`)
    const { error } = z.safeParse(z.strictObject({}), body)
    if (!error) throw new Error(`${name} is allowed`)
    const { code, status, fields } = invalidFrom(error)
    const answer: unknown = JSON.parse(
      JSON.stringify({ type: 'about:blank', title: '', detail: '', status, code, fields }),
    )
    expect(Object.keys(z.parse(problemSchema, answer).fields ?? {})).toEqual([told])
  }
})
