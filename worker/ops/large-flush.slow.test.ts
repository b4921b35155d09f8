import { expect, it } from 'vitest'
import { MAX_LENGTH, MAX_OPS } from '../../contract/limits.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'

const CHUNK = 50
/** Without limits, because 500 long descriptions at once cost more than an account may be ahead. */
const FREE = { RATE_LIMITS: 'off' }

it('applies 500 short edits where the descriptions together exceed one D1 parameter', async () => {
  const olivia = await TestClient.signedIn(newId('olivia'), FREE)
  const description = '長'.repeat(MAX_LENGTH.description)
  const marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields({ perAccount: 500 }))] })
  const ids = Array.from({ length: MAX_OPS }, () => newId('application'))
  for (let from = 0; from < MAX_OPS; from += CHUNK) {
    const made = ids.slice(from, from + CHUNK).map((id) => {
      const fields = applicationFields(marathonId, { description, firstName: `Ada ${id}` })
      return op('application.create', id, fields)
    })
    await olivia.sync({ ops: made })
  }
  const edits = ids.map((id) => op('application.update', id, { location: 'Kiel' }, { location: '' }))
  const { halted, results } = await olivia.sync({ ops: edits })
  expect(halted).toBeNull()
  expect(results.filter(({ status }) => status === 'applied')).toHaveLength(MAX_OPS)
})

it('registers 500 people whose names become 18 times longer in their person keys', async () => {
  const [olivia, ravi] = [await TestClient.signedIn(newId('olivia')), await TestClient.signedIn(newId('ravi'))]
  const ids = [newId('marathon'), newId('marathon')]
  for (const [n, id] of ids.entries()) {
    const fields = marathonFields({ capacity: n === 0 ? null : 1, perAccount: 500 })
    await olivia.sync({ ops: [op('marathon.create', id, fields)] })
    await olivia.sync({ ops: [op('application.create', newId('application'), applicationFields(id))] })
  }
  const answers = []
  for (const id of ids) {
    const ops = Array.from({ length: MAX_OPS }, (_, n) => {
      const names = { firstName: '\ufdfa'.repeat(MAX_LENGTH.name), lastName: `${'\ufdfa'.repeat(70)}${n}` }
      return op('application.create', newId('application'), applicationFields(id, names))
    })
    answers.push(await ravi.sync({ ops }))
  }
  expect(answers.map(({ halted }) => halted)).toEqual([null, null])
  expect(new Set(answers[0]?.results.map(({ status }) => status))).toEqual(new Set(['applied']))
  expect(new Set(answers[1]?.results.map(({ code }) => code))).toEqual(new Set(['FULL']))
})

it('gives 500 entrants a bib, and then each of them the bib of the next', async () => {
  const [olivia, ravi] = [await TestClient.signedIn(newId('olivia')), await TestClient.signedIn(newId('ravi'))]
  const marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields({ perAccount: 500 }))] })
  const ids = Array.from({ length: MAX_OPS }, () => newId('application'))
  await ravi.sync({
    ops: ids.map((id) => op('application.create', id, applicationFields(marathonId, { firstName: `Ada ${id}` }))),
  })
  const assign = (id: string, bib: string | null, base: string | null) =>
    op('application.assignBib', id, { bib }, { bib: base })
  const given = await olivia.sync({ ops: ids.map((id, n) => assign(id, `${n}`, null)) })
  // The first gives its bib away, so that each of the others can take the bib of the one before it.
  const moved = await olivia.sync({
    ops: [assign(ids[0] ?? '', null, '0'), ...ids.slice(1).map((id, n) => assign(id, `${n}`, `${n + 1}`))],
  })
  for (const { halted, results } of [given, moved]) {
    expect(halted).toBeNull()
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']))
  }
})
