import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { requestD1 } from '../db/request-d1.ts'
import type { DeliveryTask, Env, Groups } from '../env.ts'
import { applyOps } from '../ops/apply-ops.ts'
import { applyRequest, type GroupCommit } from '../ops/apply-request.ts'
import type { OpRequest } from '../ops/decide/decision.ts'
import { parseOp } from '../ops/decide/known-op.ts'
import { contentOf } from '../ops/op-content.ts'
import { sync } from '../ops/sync.ts'
import { TestClient } from '../testing/client.ts'
import { withMail } from '../testing/mails.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { noteMarathon } from './crowds.ts'
import { groupCommit } from './group-commit.ts'
import type { GroupCommitter } from './group-committer.ts'

const OPTIONS = { timeSource: Date.now, isLimited: true }
const actorOf = (uid: string) => ({ uid, email: `${uid}@example.com`, name: uid })
const known = (one: ReturnType<typeof op>) =>
  parseOp({ ...one, type: one.type as 'application.create', content: contentOf(one) })
/** A request with one new application of an account. */
const applying = (uid: string, marathonId: string, id = newId('application')): OpRequest => ({
  actor: actorOf(uid),
  ops: [known(op('application.create', id, applicationFields(marathonId)))],
})
const codeOf = (outcome: Awaited<ReturnType<GroupCommit['submit']>> | undefined) => {
  if (outcome?.kind !== 'decided') return outcome?.kind === 'refused' ? outcome.code : outcome?.kind
  return outcome.opResults.map(({ verdict }) => verdict.code ?? verdict.status).join()
}
const count = async (marathonId: string) =>
  await env.DB.prepare('SELECT count(*) AS n FROM application WHERE marathon_id = ?').bind(marathonId).first('n')
/** The group commits of a worker, as one whose `submit` is `how`. */
const groupsOf = (how: ReturnType<Groups['getByName']>['submit']): Groups => ({
  getByName: () => ({ submit: how }),
})

let marathonId = ''
async function openMarathon(fields: Parameters<typeof marathonFields>[0] = {}) {
  const id = newId('marathon')
  const create = op('marathon.create', id, marathonFields({ regStart: new Date().toISOString(), ...fields }))
  const olivia = await TestClient.signedIn(newId('olivia'))
  const { results } = await olivia.sync({ ops: [create] })
  expect(results[0]?.status).toBe('applied')
  return id
}
beforeEach(async () => {
  marathonId = await openMarathon({ capacity: 20 })
  noteMarathon(marathonId, Date.now(), false, Date.now())
})

describe('a crowd', () => {
  it('is committed together, in the order of arrival, and exactly the places are given', async () => {
    const group = groupCommit(env)
    const requests = Array.from({ length: 60 }, (_, n) => applying(`crowd-${n}`, marathonId))
    const outcomes = await Promise.all(requests.map((request) => group.submit(request)))
    expect(outcomes.map(codeOf)).toEqual([...Array(20).fill('applied'), ...Array(40).fill('FULL')])
    expect(await count(marathonId)).toBe(20)
    const { results } = await env.DB.prepare(
      "SELECT target_id AS id FROM op_record WHERE uid LIKE 'crowd-%' ORDER BY seq",
    ).all<{ id: string }>()
    expect(results.map(({ id }) => id)).toEqual(requests.map(({ ops }) => ops[0]?.id))
  })

  /** The round trips to D1 of the object for requests that arrive at the same time. */
  const tripsFor = (requests: OpRequest[]) =>
    runInDurableObject(env.GROUPS?.getByName(marathonId) as never, async (instance) => {
      const { db, meter } = requestD1(env.DB)
      const object = instance as unknown as { env: Env; submit: GroupCommitter['submit'] }
      object.env = { ...object.env, DB: db }
      await Promise.all(requests.map((request) => object.submit(request)))
      return meter.roundTrips
    })
  const oneEach = (length: number) => Array.from({ length }, (_, n) => applying(`group-${n}`, marathonId))

  it('needs two batches: the first one alone, and all that came meanwhile together', async () => {
    // One round trip reads and one writes.
    expect(await tripsFor(oneEach(60))).toBe(4)
    expect(await count(marathonId)).toBe(20)
  })

  it('is cut into batches of at most 200 ops: 1, 200 and 49', async () => {
    expect(await tripsFor(oneEach(250))).toBe(6)
  })

  it('has a batch for a single request with more than 200 ops', async () => {
    const [first, second] = oneEach(2) as [OpRequest, OpRequest]
    const ops = Array.from({ length: 201 }, () => applying('group-1', marathonId).ops).flat()
    expect(await tripsFor([first, { ...second, ops }])).toBe(4)
  })

  it('costs its requests no round trip over REST, and the pull alone in a sync', async () => {
    const { db, meter } = requestD1(env.DB)
    const runner = await TestClient.signedIn(newId('runner'), { DB: db })
    const before = meter.roundTrips
    const post = await runner.call('POST', '/marathonApplication', applicationFields(marathonId))
    expect([post.status, meter.roundTrips - before]).toEqual([201, 0])
    const again = op('application.create', newId('application'), applicationFields(marathonId, { firstName: 'Bo' }))
    const { results, applications } = await runner.sync({ ops: [again] })
    expect([results, meter.roundTrips - before]).toEqual([[{ opId: again.opId, status: 'applied' }], 1])
    expect(applications.map(({ firstName }) => firstName).toSorted()).toEqual(['Ada', 'Bo'])
  })

  it('is told in the live room, once a batch', async () => {
    const runner = await TestClient.signedIn(newId('runner'))
    const { webSocket } = await runner.send(`/marathons/${marathonId}/live`, { headers: { Upgrade: 'websocket' } })
    const told = new Promise((resolve) => webSocket?.addEventListener('message', ({ data }) => resolve(data)))
    webSocket?.accept()
    expect((await runner.call('POST', '/marathonApplication', applicationFields(marathonId))).status).toBe(201)
    expect(JSON.parse(String(await told))).toMatchObject({ spreadMs: 2 })
    webSocket?.close()
  })
})

it('the entries of a group are handed to the queue of mails after their commit', async () => {
  await env.DB.exec('INSERT OR REPLACE INTO delivery_clock SELECT 1, seq FROM clock')
  const queue: DeliveryTask[] = []
  const sendBatch = async (messages: { body: DeliveryTask }[]) => void queue.push(...messages.map(({ body }) => body))
  const DELIVERY_QUEUE = { sendBatch } as unknown as Queue<DeliveryTask>
  const requests = Array.from({ length: 30 }, (_, n) => applying(`mailed-${n}`, marathonId))
  await runInDurableObject(env.GROUPS?.getByName(marathonId) as never, async (instance) => {
    const object = instance as unknown as { env: Env; submit: GroupCommitter['submit'] }
    object.env = { ...object.env, ...withMail().settings, DELIVERY_QUEUE }
    await Promise.all(requests.map((request) => object.submit(request)))
  })
  const handed = () => queue.flatMap((task) => ('entryIds' in task ? task.entryIds : []))
  await vi.waitFor(() => expect(new Set(handed()).size).toBe(20))
  // Those without a place are not among them.
  expect(new Set(handed())).toEqual(new Set(requests.slice(0, 20).map(({ ops }) => ops[0]?.id)))
})

describe('one request of a group', () => {
  it('that is refused leaves the others', async () => {
    const [first, second] = [applying('anna', marathonId), applying('bert', marathonId)]
    const stolen = { ...applying('carl', marathonId), ops: first.ops }
    const sameId = { ...first.ops[0], ...known(op('application.create', newId('a'), applicationFields(marathonId))) }
    const other = { ...first, ops: [{ ...sameId, opId: first.ops[0]?.opId ?? '' }] }
    const ended = { ...applying('dora', marathonId), actor: { ...actorOf('dora'), issuedAt: 1 } }
    await env.DB.prepare('INSERT INTO account (uid, sessions_after) VALUES (?, ?)').bind('dora', 2).run()
    await env.DB.prepare('INSERT INTO op_budget VALUES (?, ?)')
      .bind('emil', Date.now() + 1e9)
      .run()
    const spent = applying('emil', marathonId)
    const requests = [first, stolen, other, first, ended, spent, second]
    const { outcomes } = await applyOps(env.DB, requests, OPTIONS)
    expect(outcomes.map(codeOf)).toEqual([
      'applied',
      'WRONG_ACCOUNT',
      'INVALID',
      'applied',
      'UNAUTHENTICATED',
      'RATE_LIMITED',
      'applied',
    ])
    expect(await count(marathonId)).toBe(2)
  })

  it('with a cursor of another epoch is halted, and goes the direct way', async () => {
    const lost = { ...applying('anna', marathonId), cursor: 'elsewhere.5' }
    const { outcomes } = await applyOps(env.DB, [lost, applying('bert', marathonId)], OPTIONS)
    expect(outcomes.map(codeOf)).toEqual(['halted', 'applied'])
    expect(await groupCommit(env).submit(lost)).toBeNull()
  })

  it('is charged to its own account', async () => {
    await applyOps(env.DB, [applying('fred', marathonId), applying('gina', marathonId)], OPTIONS)
    const { results } = await env.DB.prepare("SELECT uid FROM op_budget WHERE uid IN ('fred', 'gina')").all()
    expect(results).toHaveLength(2)
  })
})

describe('the direct way', () => {
  it.each([
    ['without the binding', { GROUPS: undefined }, () => applying('anna', marathonId)],
    ['away from a crowd', env, () => applying('anna', newId('quiet'))],
    [
      'with an op of another type',
      env,
      () => {
        const request = applying('anna', marathonId)
        return { ...request, ops: [...request.ops, known(op('application.delete', newId('a')))] }
      },
    ],
    [
      'with applications to two marathons',
      env,
      () => ({
        ...applying('anna', marathonId),
        ops: [...applying('anna', marathonId).ops, ...applying('anna', newId('m')).ops],
      }),
    ],
    [
      'with more than five applications',
      env,
      () => ({ actor: actorOf('anna'), ops: Array.from({ length: 6 }, () => applying('anna', marathonId).ops).flat() }),
    ],
    [
      'with an application that is not well-formed',
      env,
      () => ({ actor: actorOf('anna'), ops: [known(op('application.create', newId('a'), { marathonId }))] }),
    ],
  ] as const)('is taken %s', async (_when, bindings, request) => {
    expect(await groupCommit(bindings).submit(request())).toBeNull()
  })

  it('is taken if the object stops after its commit, and the application counts once', async () => {
    const dying = groupsOf(async (request) => {
      await applyOps(env.DB, [request], OPTIONS)
      throw new Error('The Durable Object was reset.')
    })
    const request = applying('anna', marathonId)
    const { opResults } = await applyRequest(env.DB, request, OPTIONS, groupCommit({ GROUPS: dying }))
    expect(opResults.map(({ verdict }) => verdict.status)).toEqual(['applied'])
    expect(await count(marathonId)).toBe(1)
  })

  it('is taken after ten seconds without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hanging = groupCommit({ GROUPS: groupsOf(() => new Promise(() => undefined)) })
    const outcome = hanging.submit(applying('anna', marathonId))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(await Promise.race([outcome, 'waits'])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBeNull()
    vi.useRealTimers()
  })

  it('is taken if the object is of another version and does not know the call', async () => {
    const older = groupsOf(() => Promise.reject(new TypeError('The RPC receiver does not implement the method.')))
    expect(await groupCommit({ GROUPS: older }).submit(applying('anna', marathonId))).toBeNull()
  })

  it('teaches the worker of an opening that is near', async () => {
    const id = await openMarathon()
    const group = groupCommit(env)
    expect(await group.submit(applying('anna', id))).toBeNull()
    const actor = { ...actorOf('anna'), issuedAt: 0 }
    const ops = [op('application.create', newId('a'), applicationFields(id))]
    await sync(env.DB, actor, { uid: actor.uid, cursor: null, ops }, Date.now, true, group)
    expect(codeOf(await group.submit(applying('bert', id)))).toBe('applied')
  })
})
