import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, CROSSING, marathonFields, newId, op } from '../testing/rows.ts'
import { forgetLists } from './published-list.ts'

const READERS = 10_000
const RUNNERS = 10
const WAVES = 20

it('10,000 readers of a live list cost D1 one read a second, whatever is recorded meanwhile', async () => {
  const olivia = await TestClient.signedIn(newId('olivia'))
  const marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields({ perAccount: RUNNERS }))] })
  for (let bib = 1; bib <= RUNNERS; bib += 1) {
    const id = newId('application')
    await olivia.sync({ ops: [op('application.create', id, applicationFields(marathonId, { firstName: `R${bib}` }))] })
    await olivia.sync({ ops: [op('application.assignBib', id, { bib: String(bib) }, { bib: null })] })
  }
  const gun = Date.now() - 60_000
  const record = (fields: object, ms: number) => {
    const recording = { ...CROSSING, marathonId, tick: ms, at: new Date(gun + ms).toISOString(), ...fields }
    return olivia.sync({ ops: [op('recording.create', newId('recording'), recording)] })
  }
  await record({ kind: 'gun', point: 'start', how: 'tap' }, 0)
  await olivia.sync({ ops: [op('marathon.publish', marathonId, { results: 'live' })] })

  let [reads, batches] = [0, 0]
  const counting = {
    prepare: (text: string) => {
      reads += 1
      return env.DB.prepare(text)
    },
    batch: (all: D1PreparedStatement[]) => {
      reads -= all.length
      batches += 1
      return env.DB.batch(all)
    },
    withSession: undefined,
  } as unknown as D1Database
  const reader = new TestClient('reader', { DB: counting })
  forgetLists()
  const from = Date.now()
  let stamp = ''
  let seen = 0
  for (let wave = 0; wave < WAVES; wave += 1) {
    if (wave % 2 === 0) await record({ how: 'bib', bib: String(wave / 2 + 1) }, 30_000 + wave * 1000)
    const seq = await env.DB.prepare('SELECT seq FROM clock').first<number>('seq')
    const path = (n: number) => `/marathons/${marathonId}/list${['', `?stamp=${stamp}`, `?toldSeq=${seq}`][n % 3]}`
    const answers = await Promise.all(
      Array.from({ length: READERS / WAVES }, async (_, n) => (await reader.call('GET', path(n))).json()),
    )
    // Who was told of the recording has it.
    const told = answers[2] as PublicList
    stamp = told.stamp
    seen = told.rows.filter(({ time }) => time !== null).length
    expect(seen).toBe(Math.floor(wave / 2) + 1)
  }
  const seconds = (Date.now() - from) / 1000
  console.log(`${READERS} readers in ${seconds.toFixed(1)} s: ${reads} reads, ${batches} times the rows`)
  expect(reads).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  expect(batches).toBeLessThanOrEqual(reads)
  // The same list is not sent again.
  const answer = await reader.call('GET', `/marathons/${marathonId}/list?stamp=${stamp}`)
  expect(await answer.json()).toEqual({ unchanged: true })
  await record({ how: 'bib', bib: '1', point: 'start' }, 1000)
  forgetLists()
  const changed = await reader.call('GET', `/marathons/${marathonId}/list?stamp=${stamp}`)
  expect(await changed.json<PublicList>()).toMatchObject({ marathon: { distance: '10k', title: 'Harbour Ten' } })
}, 60_000)
