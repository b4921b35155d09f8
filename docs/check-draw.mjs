// Checks a draw (docs/ballot.md). It needs Node alone:
//   curl https://example.org/api/marathons/<id>/draw > draw.json
//   node check-draw.mjs draw.json
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { commitment, seed, places, ids } = JSON.parse(readFileSync(process.argv[2] ?? 'draw.json', 'utf8'))
const seedBytes = Buffer.from(seed, 'hex')
const hashOf = (id) => createHash('sha256').update(seedBytes).update(id, 'utf8').digest('hex')
const drawn = ids
  .map((id) => ({ id, hash: hashOf(id) }))
  .sort((a, b) => (a.hash < b.hash ? -1 : 1))
  .map(({ id }) => id)

const isSeed = createHash('sha256').update(seedBytes).digest('hex') === commitment
const isOrder = drawn.every((id, index) => id === ids[index])
for (const [index, id] of drawn.entries()) console.log(`${index + 1} ${index < places ? 'place' : 'waiting'} ${id}`)
console.log(`The seed ${isSeed ? 'is' : 'IS NOT'} the one of the commitment ${commitment}.`)
console.log(`The order of the list ${isOrder ? 'is' : 'IS NOT'} the drawn order.`)
if (!isSeed || !isOrder) process.exitCode = 1
