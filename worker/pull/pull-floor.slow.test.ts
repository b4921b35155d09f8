import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { PULL_PAGE_ROWS } from '../../contract/limits.ts'
import type { SyncResponse } from '../../contract/sync.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

const PAGES = 3
/** With this number of marathons, the last page of a pull from nothing is half full. */
const MARATHONS = (PAGES - 1) * PULL_PAGE_ROWS + 500

async function makeMarathons(count: number) {
  for (let made = 0; made < count; made += 100) {
    const client = await TestClient.signedIn(newId('organiser'))
    const ops = Array.from({ length: 100 }, () => op('marathon.create', newId('marathon'), marathonFields()))
    await client.sync({ ops })
  }
}

async function pullAll(client: TestClient, cursor: string | null): Promise<SyncResponse[]> {
  const pages: SyncResponse[] = []
  do {
    pages.push(await client.sync({ cursor: pages.at(-1)?.cursor ?? cursor }))
  } while (pages.at(-1)?.more && pages.length < 2 * PAGES)
  return pages
}

it('INV-6 finishes a first pull of many pages though every row in it is older than the floor', async () => {
  const olivia = await TestClient.signedIn('olivia')
  await makeMarathons(MARATHONS)
  await env.DB.prepare('UPDATE clock SET floor = seq').run()
  const pages = await pullAll(olivia, null)
  expect(pages.map(({ more, reset }) => ({ more, reset }))).toEqual([
    { more: true, reset: false },
    { more: true, reset: false },
    { more: false, reset: false },
  ])
  const ids = new Set(pages.flatMap((page) => page.marathons.map((row) => row._id)))
  expect(ids.size).toBe(MARATHONS)
  expect(pages.at(-1)?.cursor).toMatch(/^[0-9a-f]+\.\d+$/)
})

it('resets a cursor below the floor once, and not on every page', async () => {
  const olivia = await TestClient.signedIn('olivia')
  await env.DB.prepare('UPDATE clock SET floor = seq').run()
  const { epoch } = (await env.DB.prepare('SELECT epoch FROM clock').first<{ epoch: string }>()) ?? { epoch: '' }
  const pages = await pullAll(olivia, `${epoch}.1`)
  expect(pages.map(({ reset }) => reset)).toEqual([true, false, false])
})

it('resets a pull from nothing if the floor rises above its start before its last page', async () => {
  const olivia = await TestClient.signedIn('olivia')
  const first = await olivia.sync({})
  await olivia.sync({ ops: [op('marathon.create', newId('marathon'), marathonFields())] })
  await env.DB.prepare('UPDATE clock SET floor = seq').run()
  expect((await olivia.sync({ cursor: first.cursor })).reset).toBe(true)
})

it('tells every event of the account, though 1,050 of its people are registered for one', async () => {
  const [olivia, club] = [await TestClient.signedIn('olivia'), await TestClient.signedIn(newId('club'))]
  const [crowded, past] = [newId('marathon'), newId('marathon')]
  const old = marathonFields({ startDate: inDays(-60), regEnd: inDays(5) })
  await olivia.sync({ ops: [op('marathon.create', crowded, marathonFields()), op('marathon.create', past, old)] })
  const people = Array.from({ length: PULL_PAGE_ROWS + 50 }, (_, n) =>
    op('application.create', newId('application'), applicationFields(crowded, { firstName: `Ada ${n}` })),
  )
  for (let from = 0; from < people.length; from += 500) await club.sync({ ops: people.slice(from, from + 500) })
  await club.sync({ ops: [op('application.create', newId('application'), applicationFields(past))] })
  const cursor = (await pullAll(club, null)).at(-1)?.cursor ?? null
  await olivia.sync({ ops: [op('marathon.update', crowded, { location: 'Kiel' }, { location: 'Hamburg' })] })
  await olivia.sync({ ops: [op('marathon.update', past, { location: 'Bremen' }, { location: 'Hamburg' })] })
  const told = (await pullAll(club, cursor)).flatMap(({ marathons }) => marathons.map((row) => row.location))
  expect(told).toEqual(['Kiel', 'Bremen'])
})
