import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { ID_PATTERN } from '../limits.ts'
import { mayMake, ownedId } from './owned-id.ts'
import { sha256 } from './sha-256.ts'

const RANDOM = '0198c0de-0000-7000-8000-000000000001'

it('the hash is SHA-256, for texts of every length and script', () => {
  const alphabet = ['a', 'Z', '0', '\n', 'ß', 'ক', '🏃']
  for (let length = 0; length < 200; length += 1) {
    const text = Array.from({ length }, (_, at) => alphabet[(at * length) % alphabet.length]).join('')
    expect(Buffer.from(sha256(text)).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

it('an id is its account’s alone, whatever the account is called', () => {
  for (const uid of ['olivia', 'Olivia', 'o', 'ولي', 'x'.repeat(128)]) {
    const id = ownedId(RANDOM, uid)
    expect(id).toMatch(ID_PATTERN)
    expect([mayMake(id, uid), mayMake(id, `${uid}x`), mayMake(id, '')]).toEqual([true, false, false])
  }
})

it('no character of an id can be changed', () => {
  const id = ownedId(RANDOM, 'olivia')
  for (const [at, letter] of [...id].entries()) {
    if (letter === '-' && at <= 36) continue
    const other = letter === '0' ? '1' : '0'
    expect(mayMake(id.slice(0, at) + other + id.slice(at + 1), 'olivia')).toBe(false)
  }
})

it.each([RANDOM, 'entry-0001', `${RANDOM}-short`, `${RANDOM}-`, RANDOM.toUpperCase(), `${RANDOM}-waytoolongfortag`])(
  'an id in another form is bound to nobody: %s',
  (id) => expect(mayMake(id, 'mallory')).toBe(true),
)
