import { expect, it, vi } from 'vitest'
import { forgetKept } from '../reads/kept-a-second.ts'
import { ROUTES } from '../routes/route-table.ts'
import { makeHelper, removeStaff, sampleOf, setScene, signIn } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { digestNow } from '../testing/digest-now.ts'
import { applicationFields, CROSSING, newId, op } from '../testing/rows.ts'
import { visit } from '../testing/visitor.ts'
import { forgetLists } from './published-list.ts'

const NAME = { firstName: 'Zebulon', lastName: 'Quagga' }
const NAMED = /Zebulon|Quagga/
/** What everybody reads of the event beside the API. */
const PAGES = ['/e/:id', '/e/:id/results', '/e/:id.ics']

// Organisers and their helpers know who ran. Everybody else reads every answer that there is, before and after each change.
it('INV-38 a name that is hidden is in no answer to anybody but its runner and the staff', async () => {
  const [olivia, ravi, stranger, another, removed] = await signIn('olivia', 'ravi', 'stranger', 'another', 'removed')
  const visitor = new TestClient('')
  const { marathonId, ...others } = await setScene(olivia, ravi)
  await makeHelper(olivia, removed, marathonId, 'organiser')
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
    const digest = await digestNow(marathonId)
    expect((await olivia.call('POST', `/marathons/${marathonId}/results`, { digest, reason })).status).toBe(200)
  }

  // Who was staff knew the name, and is told nothing new.
  await removed.sync()
  await removeStaff(olivia, marathonId)
  const room: string[] = []
  const { webSocket } = await stranger.send(`/marathons/${marathonId}/live`, { headers: { Upgrade: 'websocket' } })
  webSocket?.addEventListener('message', ({ data }) => room.push(String(data)))
  webSocket?.accept()
  /** The list on the phone of a visitor who asks only for what is another one. */
  let onPhone = { stamp: '', text: '' }

  /**
   * The answers that have the name, of all calls that only read, and of the pages, to all who are neither runner nor
   * staff.
   */
  const told = async () => {
    const found: string[] = []
    for (const client of [visitor, stranger, another, removed]) {
      forgetKept()
      for (const { method, path, status } of ROUTES) {
        if (!(method === 'GET' || path === '/sync') || status === 101 || path === '/entries/:token') continue
        if (client === visitor && path === '/sync') continue
        const sample = sampleOf({ method, path }).make(scene, client.uid)
        const response = await client.call(method, sample.path, sample.body, sample.headers)
        if (NAMED.test(await response.text())) found.push(path)
        // No cache keeps it.
        if (path === '/marathons/:id/list') expect(response.headers.get('Cache-Control')).toBe('no-store')
      }
    }
    forgetKept()
    for (const page of PAGES.map((path) => path.replace(':id', marathonId))) {
      const response = await visit(page)
      const text = await response.text()
      expect([page, response.status, text.includes('Harbour Ten')]).toEqual([page, 200, true])
      if (NAMED.test(text)) found.push(page)
    }
    const list = await (await visitor.call('GET', `/marathons/${marathonId}/list?stamp=${onPhone.stamp}`)).text()
    const { stamp } = JSON.parse(list) as { stamp?: string }
    if (stamp) onPhone = { stamp, text: list }
    if (NAMED.test(onPhone.text) !== found.includes('/marathons/:id/list')) found.push('the list on a phone')
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
  await vi.waitFor(() => expect(room.length).toBeGreaterThan(0))
  expect(room.join()).not.toMatch(NAMED)
  webSocket?.close()
})
