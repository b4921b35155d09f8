import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { PULL_PAGE_ROWS } from '../../contract/limits.ts'
import type { SyncResponse } from '../../contract/sync.ts'
import { TestClient } from '../test-client.ts'
import { marathonFields, newId, op } from '../test-rows.ts'

const OPS = 500
const PAGES = 3

async function makeEvents(client: TestClient, count: number) {
  for (let made = 0; made < count; made += OPS) {
    const ops = Array.from({ length: OPS }, () => op('marathon.create', newId('marathon'), marathonFields()))
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

it('finishes a first pull of many pages though every row in it is older than the floor', async () => {
  const olivia = await TestClient.signedIn('olivia')
  await makeEvents(olivia, (PAGES - 1) * PULL_PAGE_ROWS + OPS)
  await env.DB.prepare('UPDATE clock SET floor = seq').run()
  const pages = await pullAll(olivia, null)
  expect(pages.map(({ more, reset }) => ({ more, reset }))).toEqual([
    { more: true, reset: false },
    { more: true, reset: false },
    { more: false, reset: false },
  ])
  const ids = new Set(pages.flatMap((page) => page.marathons.map((row) => row._id)))
  expect(ids.size).toBe((PAGES - 1) * PULL_PAGE_ROWS + OPS)
  expect(pages.at(-1)?.cursor).toMatch(/^[0-9a-f]+\.\d+$/)
})

it('resets once, not on every page, for a cursor below the floor', async () => {
  const olivia = await TestClient.signedIn('olivia')
  await env.DB.prepare('UPDATE clock SET floor = seq').run()
  const { epoch } = (await env.DB.prepare('SELECT epoch FROM clock').first<{ epoch: string }>()) ?? { epoch: '' }
  const pages = await pullAll(olivia, `${epoch}.1`)
  expect(pages.map(({ reset }) => reset)).toEqual([true, false, false])
})

it('resets a first pull whose floor rose above its start on the way', async () => {
  const olivia = await TestClient.signedIn('olivia')
  const first = await olivia.sync({})
  await olivia.sync({ ops: [op('marathon.create', newId('marathon'), marathonFields())] })
  await env.DB.prepare('UPDATE clock SET floor = seq').run()
  expect((await olivia.sync({ cursor: first.cursor })).reset).toBe(true)
})
