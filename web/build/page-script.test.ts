import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { INLINE_SCRIPT_HASH } from '../../contract/inline-script-hash.ts'
import { pageScript } from './page-script.ts'

it('is the script that the policy knows', () => {
  const hash = createHash('sha256').update(pageScript()).digest('base64')
  expect(INLINE_SCRIPT_HASH).toBe(`sha256-${hash}`)
})
