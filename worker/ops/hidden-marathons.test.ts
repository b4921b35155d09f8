import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { HIDE_SQL, SHOW_SQL } from './hide-sql.ts'

let olivia: TestClient
let ravi: TestClient
let sara: TestClient
let id = ''
let entry = ''
const START = inDays(20)

beforeEach(async () => {
  ;[olivia, ravi, sara] = await signIn('olivia', 'ravi', 'sara')
  id = newId('hidden')
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields({ title: id, startDate: START }))] })
  entry = newId('entry')
  await ravi.sync({ ops: [op('application.create', entry, applicationFields(id))] })
})

afterEach(() => void vi.useRealTimers())

const change = (statements: string[]) => env.DB.batch(statements.map((one) => env.DB.prepare(one).bind(id)))

/** All that a phone gets from its cursor on. */
async function pull(client: TestClient, from: string | null) {
  let cursor = from
  const rows: unknown[] = []
  const deleted: unknown[] = []
  for (;;) {
    const page = await client.sync({ cursor, pageRows: 20 })
    rows.push(...page.marathons.filter(({ _id }) => _id === id))
    deleted.push(...page.deleted.filter((one) => one.id === id))
    cursor = page.cursor
    if (!page.more) return { cursor, rows, deleted }
  }
}

describe('a hidden marathon', () => {
  it('leaves the phones of those who have nothing to do with it, and comes back when it is shown', async () => {
    const before = await pull(sara, null)
    expect(before.rows).toHaveLength(1)
    await change(HIDE_SQL)
    const hidden = await pull(sara, before.cursor)
    expect(hidden).toMatchObject({ rows: [], deleted: [{ type: 'marathon', id }] })
    expect(await pull(sara, hidden.cursor)).toMatchObject({ rows: [], deleted: [] })
    expect(await pull(sara, null)).toMatchObject({ rows: [], deleted: [] })
    await change(SHOW_SQL)
    expect(await pull(sara, hidden.cursor)).toMatchObject({ rows: [{ _id: id, hiddenAt: null }], deleted: [] })
  })

  it('stays with its staff and its runners, who see that it is hidden', async () => {
    for (const client of [olivia, ravi]) {
      const { cursor } = await pull(client, null)
      await change(HIDE_SQL)
      const seen = await pull(client, cursor)
      expect(seen).toMatchObject({ rows: [{ _id: id, hiddenAt: expect.any(String) }], deleted: [] })
      expect((await pull(client, null)).rows).toHaveLength(1)
      expect((await client.call('GET', `/marathons/${id}`)).status).toBe(200)
      expect(await (await client.call('GET', '/marathons')).text()).toContain(id)
      await change(SHOW_SQL)
    }
  })

  it('INV-21 comes back with what became of an entry that is gone', async () => {
    await olivia.sync({ ops: [op('application.withdraw', entry, { reason: 'Injured.' }, applicationFields(id))] })
    const { cursor, notices } = await ravi.sync()
    expect(notices).toMatchObject([{ kind: 'withdrawn' }])
    await change(HIDE_SQL)
    const hidden = await ravi.sync({ cursor })
    expect(hidden.deleted).toMatchObject([{ type: 'marathon', id }])
    await change(SHOW_SQL)
    const shown = await ravi.sync({ cursor: hidden.cursor })
    expect(shown).toMatchObject({ marathons: [{ _id: id }], notices })
    expect((await ravi.sync({ cursor: shown.cursor })).notices).toEqual([])
  })

  it('is in no list, page or draw for others', async () => {
    await env.DB.prepare('UPDATE marathon SET seed = ?, commitment = ? WHERE id = ?').bind('s', 'c', id).run()
    const paths = [`/marathons/${id}`, `/marathons/${id}/public`, `/marathons/${id}/draw`]
    const lists = ['/marathons', '/allMarathon', '/upcomingMarathon']
    for (const [statements, status] of [
      [SHOW_SQL, 200],
      [HIDE_SQL, 404],
    ] as const) {
      await change(statements)
      // Nothing of a second ago is kept.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1001 })
      for (const path of paths) expect([path, (await sara.call('GET', path)).status]).toEqual([path, status])
      for (const path of lists)
        expect([path, (await (await sara.call('GET', path)).text()).includes(id)]).toEqual([path, status === 200])
    }
  })

  it('takes no application, by its id or by its title, as if it were unknown', async () => {
    await change(HIDE_SQL)
    const { results } = await ravi.sync({
      ops: [op('application.create', newId('entry'), applicationFields(id, { firstName: 'Bo' }))],
    })
    expect(results).toMatchObject([{ status: 'rejected', code: 'NOT_FOUND' }])
    const { marathonId: _id, ...byTitle } = applicationFields(id, { firstName: 'Bo', title: id, startDate: START })
    const apply = () => ravi.call('POST', '/marathonApplication', byTitle)
    const response = await apply()
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('NO_EVENT_FITS')])
    await change(SHOW_SQL)
    expect((await apply()).status).toBe(201)
  })

  it('has a new version and seq once, however often it is hidden', async () => {
    const read = () => env.DB.prepare('SELECT ver, seq FROM marathon WHERE id = ?').bind(id).all()
    const [before] = (await read()).results
    await change(HIDE_SQL)
    await change(HIDE_SQL)
    const [after] = (await read()).results
    expect(after?.ver).toBe(Number(before?.ver) + 1)
    const clock = await env.DB.prepare('SELECT seq FROM clock').all()
    expect(clock.results[0]?.seq).toBe(after?.seq)
  })
})
