import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { digestOf } from '../../contract/results/public-list.ts'
import worker from '../index.ts'
import { forgetKept } from '../reads/kept-a-second.ts'
import { ROUTES } from '../routes/route-table.ts'
import { sampleOf, setScene } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, CROSSING, newId, op } from '../testing/rows.ts'
import { forgetLists } from './published-list.ts'
import { listOfRace, readRace, readRaceRows } from './race.ts'

const NAME = { firstName: 'Zebulon', lastName: 'Quagga' }
const NAMED = /Zebulon|Quagga/

// Organisers and their helpers know who ran. Everybody else reads every answer that there is, before and after each change.
it('INV-38 a name that is hidden is in no answer to anybody but its runner and the staff', async () => {
  const names = ['olivia', 'ravi', 'stranger', 'another'] as const
  const [olivia, ravi, stranger, another] = await Promise.all(names.map((name) => TestClient.signedIn(newId(name))))
  if (!olivia || !ravi || !stranger || !another) throw new Error('nobody is here')
  const visitor = new TestClient('')
  const { marathonId, ...others } = await setScene(olivia, ravi)
  // The sample of the list is of this event.
  const scene = { ...others, marathonId, ballotId: marathonId }
  await olivia.sync({ ops: [op('marathon.publish', marathonId, { results: 'live' })] })
  const apply = async (client: TestClient, fields: object, bib: string) => {
    const id = newId('application')
    await client.sync({ ops: [op('application.create', id, applicationFields(marathonId, { ...fields }))] })
    await olivia.sync({ ops: [op('application.assignBib', id, { bib }, { bib: null })] })
    return id
  }
  const id = await apply(ravi, NAME, '118')
  await apply(another, { firstName: 'Ann' }, '7')
  const at = new Date(Date.now() - 60_000).toISOString()
  const record = (fields: object) =>
    olivia.sync({ ops: [op('recording.create', newId('recording'), { marathonId, ...CROSSING, at, ...fields })] })
  await record({ kind: 'gun', point: 'start', tick: 0 })
  await record({ how: 'bib', bib: '118', tick: 30_000 })
  await record({ how: 'bib', bib: '7', tick: 40_000 })
  const sign = async (reason = '') => {
    const race = await readRace(env.DB, marathonId)
    const rows = race && (await readRaceRows(env.DB, race))
    const digest = digestOf(race && rows ? listOfRace(race, rows).rows : [])
    expect((await olivia.call('POST', `/marathons/${marathonId}/results`, { digest, reason })).status).toBe(200)
  }

  /** The answers that have the name, of all calls that only read, and of the pages, to all who are neither runner nor staff. */
  const told = async () => {
    const found: string[] = []
    for (const client of [visitor, stranger, another]) {
      forgetKept()
      for (const { method, path, status } of ROUTES) {
        if (!(method === 'GET' || path === '/sync') || status === 101 || path === '/entries/:token') continue
        if (client === visitor && path === '/sync') continue
        const sample = sampleOf({ method, path }).make(scene, client.uid)
        const response = await client.call(method, sample.path, sample.body, sample.headers)
        if (NAMED.test(await response.text())) found.push(path)
      }
      for (const page of [`/e/${marathonId}`, `/e/${marathonId}/calendar.ics`, '/sitemap.xml', '/feed.xml', '/']) {
        const context = { waitUntil() {}, passThroughOnException() {} } as unknown as ExecutionContext
        const request = new Request<unknown, IncomingRequestCfProperties>(`http://localhost${page}`)
        const text = await (await worker.fetch(request, env, context)).text()
        if (NAMED.test(text)) found.push(page)
      }
    }
    return [...new Set(found)]
  }
  const hide = async (hidesName: boolean) => {
    const change = op('application.update', id, { hidesName }, { hidesName: !hidesName })
    expect((await ravi.sync({ ops: [change] })).results[0]?.status).toBe('applied')
  }
  const shown = ['/marathons/:id/list']
  forgetLists()
  expect(await told()).toEqual(shown)
  await hide(true)
  expect(await told()).toEqual([])
  await hide(false)
  expect(await told()).toEqual(shown)
  await sign()
  expect(await told()).toEqual(shown)
  await hide(true)
  expect(await told()).toEqual([])
  await record({ how: 'bib', bib: '118', point: 'start', tick: 100 })
  await sign('A correction.')
  expect(await told()).toEqual([])
  await hide(false)
  expect(await told()).toEqual(shown)
  await ravi.sync({ ops: [op('application.delete', id)] })
  expect(await told()).toEqual([])
})
