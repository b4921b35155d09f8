import { afterEach, expect, test } from 'vitest'
import type { SyncRequest } from '../../contract/sync.ts'
import { wireOf } from '../../contract/testing/wire-of.ts'
import { AccountDb } from '../store/account-db.ts'
import { enqueueOps } from '../store/outbox.ts'
import { responseOf } from '../testing/test-account.ts'
import { syncPass } from './sync-pass.ts'

const MAX_OPS_A_REQUEST = 500
let db: AccountDb

afterEach(() => db.delete())

/** A server that accepts every op and counts the requests. */
function takingServer() {
  const requests: SyncRequest[] = []
  const response = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    const body = new Response(init?.body as BodyInit)
    const gzipped = new Headers(init?.headers).get('Content-Encoding') === 'gzip'
    const text = gzipped
      ? await new Response(body.body?.pipeThrough(new DecompressionStream('gzip'))).text()
      : await body.text()
    const request = JSON.parse(text) as SyncRequest
    requests.push(request)
    const results = request.ops.map(({ opId }) => ({ opId, status: 'applied' as const }))
    return Response.json(wireOf(responseOf({ results, cursor: `epoch.${requests.length}` })))
  }
  return { requests, fetch: response as typeof fetch }
}

test.each([0, 1, 500, 501, 1000])('sends %i queued edits in as few requests as 500 a request allow', async (count) => {
  db = new AccountDb(`budget-${count}`)
  const edits = Array.from({ length: count }, (_, index) => ({
    type: 'marathon.update' as const,
    id: `event-${index}-of-the-budget`,
    base: { location: 'here' },
    patch: { location: 'there' },
  }))
  await enqueueOps(db, edits)
  const { requests, fetch } = takingServer()

  expect(await syncPass(db, { fetch, now: () => 0 })).toBe('done')

  expect(requests).toHaveLength(Math.max(1, Math.ceil(count / MAX_OPS_A_REQUEST)))
  expect(requests.flatMap((request) => request.ops)).toHaveLength(count)
})
