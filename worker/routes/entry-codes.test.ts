import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { entryCodeOf } from '../../contract/text/entry-code.ts'
import { makeHelper, signIn } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

const runners = (marathonId: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    op('application.create', newId('entry'), applicationFields(marathonId, { firstName: `Runner ${index}` })),
  )
const codesOf = async (marathonId: string) => {
  const sql = 'SELECT code FROM application WHERE marathon_id = ?'
  return (await env.DB.prepare(sql).bind(marathonId).all<{ code: string }>()).results.map(({ code }) => code)
}

it('an entry has a code of its own, which its runner, the organiser and helpers alone are told', async () => {
  const [olivia, ravi, hana] = await signIn('olivia', 'ravi', 'hana')
  const id = newId('ballot')
  const fields = marathonFields({ registration: 'ballot', capacity: 5 })
  await olivia.sync({ ops: [op('marathon.create', id, fields)] })
  const told: string[] = []
  const logs = (['log', 'error', 'warn', 'info'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...line: unknown[]) => void told.push(line.join(' '))),
  )
  await ravi.sync({ ops: runners(id, 10) })
  await makeHelper(olivia, hana, id)
  await olivia.sync({ ops: [op('marathon.update', id, { regEnd: inDays(-0.1) }, { regEnd: fields.regEnd })] })
  await olivia.sync({ ops: [op('marathon.draw', id)] })
  const codes = (await codesOf(id)).sort()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  expect(codes.map(entryCodeOf)).toEqual(codes)

  for (const client of [ravi, olivia, hana]) {
    const { applications } = await client.sync()
    expect(applications.map(({ code }) => code).sort()).toEqual(codes)
  }
  const visitor = new TestClient('')
  const stranger = (await signIn('sara'))[0] as TestClient
  for (const path of ['/allMarathon', '/upcomingMarathon', `/marathons/${id}/draw`])
    told.push(await (await visitor.call('GET', path)).text())
  for (const path of [`/marathons/${id}`, '/marathons', '/marathonApplication', `/marathons/${id}/entrants`])
    told.push(await (await stranger.call('GET', path)).text())
  told.push(JSON.stringify(await stranger.sync()))
  for (const table of ['op_record', 'notice', 'draw', 'delivery', 'tombstone'])
    told.push(JSON.stringify((await env.DB.prepare(`SELECT * FROM ${table}`).all()).results))
  for (const log of logs) log.mockRestore()
  expect(told.join('\n')).toContain('request')
  expect(codes.filter((code) => told.join('\n').includes(code))).toEqual([])
})

it('an edit, a bib and a draw leave the code as it is, and nobody sets one', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const [id, entry] = [newId('marathon'), newId('entry')]
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields({ perAccount: 100 }))] })
  await ravi.sync({ ops: [op('application.create', entry, applicationFields(id))] })
  const before = await codesOf(id)
  await ravi.sync({ ops: [op('application.update', entry, { location: 'Kiel' }, { location: '' })] })
  await olivia.sync({ ops: [op('application.assignBib', entry, { bib: '7' }, { bib: null })] })
  const { results } = await ravi.sync({
    ops: [
      op('application.update', entry, { code: 'ADA00006' }, { code: before[0] }),
      op('application.create', newId('entry'), { ...applicationFields(id, { firstName: 'Bo' }), code: 'ADA00006' }),
    ],
  })
  expect(results).toMatchObject([
    { status: 'rejected', code: 'INVALID' },
    { status: 'rejected', code: 'INVALID' },
  ])
  // A client of the specification sends the whole object back.
  expect((await ravi.call('PUT', `/marathonApplication/${entry}`, { code: 'ADA00006', location: 'Ulm' })).status).toBe(
    200,
  )
  expect(await codesOf(id)).toEqual(before)
})

it('an application whose drawn code another entry has is decided again with another code', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const id = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields({ perAccount: 100 }))] })
  const random = crypto.getRandomValues.bind(crypto)
  let draws = 0
  const spy = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (!(array instanceof Uint8Array) || array.length !== 7) return random(array)
    draws += 1
    // The first three codes that are drawn are the same.
    return draws <= 3 ? array.fill(3) : random(array)
  })
  const ops = runners(id, 2)
  const { results } = await ravi.sync({ ops })
  spy.mockRestore()
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
  expect(draws).toBeGreaterThan(3)
  expect(new Set(await codesOf(id)).size).toBe(2)
})
