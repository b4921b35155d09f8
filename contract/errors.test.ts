import { afterEach, expect, it } from 'vitest'
import { expected, recordError, recordErrorsWith } from './errors.ts'

const traces: string[] = []
recordErrorsWith((trace) => traces.push(trace))
afterEach(() => traces.splice(0))

it('records the names, codes and causes of an error, and where it was thrown', () => {
  const cause = Object.assign(new Error('no'), { name: 'UnknownError', code: 'auth/internal' })
  expect(recordError(new TypeError('broken', { cause }), 7)).toBe(7)
  expect(traces).toEqual([expect.stringMatching(/^TypeError < UnknownError auth\/internal errors\.test\.ts:\d+:\d+ /)])
})

it('records no word of a message, which may be what a user wrote', () => {
  const error = new Error('Anna Lind, anna@example.com\n    at https://example.com/anna-lind.js:1:2')
  recordError(Object.assign(error, { name: 'Anna Lind', code: 'anna@example.com' }))
  recordError('Anna Lind')
  expect(traces).toHaveLength(2)
  expect(traces.join(' ')).not.toMatch(/anna/i)
})

it('records no call that was given up, and never throws', () => {
  recordError(new DOMException('over', 'AbortError'))
  expect(traces).toEqual([])
  const broken = new Error('x')
  Object.defineProperty(broken, 'name', {
    get() {
      throw new Error('no name')
    },
  })
  expect(recordError(broken)).toBeUndefined()
  expect(expected('refused', null)).toBeNull()
})
