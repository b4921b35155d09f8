import { expect, it } from 'vitest'
import { newId } from './new-id.ts'

it('makes UUIDs of version 7 that sort by the time they were made', () => {
  const early = newId(Date.UTC(2026, 0, 1))
  const late = newId(Date.UTC(2026, 0, 1) + 1)
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
  expect(Number.parseInt(early.replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 1))
})
