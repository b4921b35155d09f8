import { expect, it } from 'vitest'
import { MAX_LENGTH, MAX_OPS } from '../../contract/limits.ts'
import { TestClient } from '../test-client.ts'
import { marathonFields, newId, op } from '../test-rows.ts'

const CHUNK = 50

it('applies short edits of 500 events whose descriptions together exceed one D1 parameter', async () => {
  const olivia = await TestClient.signedIn('olivia')
  const description = '長'.repeat(MAX_LENGTH.description)
  const ids = Array.from({ length: MAX_OPS }, () => newId('marathon'))
  for (let from = 0; from < MAX_OPS; from += CHUNK) {
    const made = ids.slice(from, from + CHUNK).map((id) => op('marathon.create', id, marathonFields({ description })))
    await olivia.sync({ ops: made })
  }
  const edits = ids.map((id) => op('marathon.update', id, { location: 'Kiel' }, { location: 'Hamburg' }))
  const { halted, results } = await olivia.sync({ ops: edits })
  expect(halted).toBeNull()
  expect(results.filter(({ status }) => status === 'applied')).toHaveLength(MAX_OPS)
})
