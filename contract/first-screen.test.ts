import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { FIRST_SCREEN_SCRIPT, FIRST_SCREEN_SCRIPT_HASH } from './first-screen.ts'

it('is the script that the policy knows', () => {
  const hash = createHash('sha256').update(FIRST_SCREEN_SCRIPT).digest('base64')
  expect(FIRST_SCREEN_SCRIPT_HASH).toBe(`sha256-${hash}`)
})
