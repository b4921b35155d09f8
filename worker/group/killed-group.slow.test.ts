import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Env } from '../env.ts'
import type { GroupCommit } from '../ops/apply-request.ts'
import { parseOp } from '../ops/decide/known-op.ts'
import { sync } from '../ops/sync.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { noteMarathon } from './crowds.ts'
import { groupCommit } from './group-commit.ts'
import type { GroupCommitter } from './group-committer.ts'

const KILLS = 9
const AT_A_KILL = 30
const APPLICANTS = KILLS * AT_A_KILL
const PLACES = 150

/** A D1 at which the object dies: when it reads, or before or after its batch is written. It dies in its second batch. */
function deadlyD1(point: 'read' | 'before the write' | 'after the write', die: () => void): D1Database {
  let [reads, writes] = [0, 0]
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) => {
          if (query.startsWith('SELECT') && ++reads === 2 && point === 'read') die()
          return target.prepare(query)
        }
      }
      if (name !== 'batch') return Reflect.get(target, name)
      return async (statements: D1PreparedStatement[]) => {
        writes += 1
        if (writes === 2 && point === 'before the write') die()
        const results = await target.batch(statements)
        if (writes === 2 && point === 'after the write') die()
        return results
      }
    },
  })
}

async function openMarathon() {
  const id = newId('marathon')
  const regStart = new Date().toISOString()
  const olivia = await TestClient.signedIn(newId('olivia'))
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields({ regStart, capacity: PLACES }))] })
  noteMarathon(id, Date.now(), false, Date.now())
  return id
}

it('a group commit that is killed 9 times in the middle loses nothing and gives no place twice', async () => {
  const id = await openMarathon()
  const group = groupCommit(env)
  let unanswered = 0
  const counting: GroupCommit = {
    ...group,
    submit: async (request) => {
      const outcome = await group.submit(request)
      if (!outcome) unanswered += 1
      return outcome
    },
  }
  async function apply(uid: string) {
    const actor = { uid, email: '', name: '', issuedAt: 0 }
    const ops = [op('application.create', newId('application'), applicationFields(id))]
    const { results, halted } = await sync(env.DB, actor, { uid, cursor: null, ops }, Date.now, true, counting)
    return halted?.code ?? results[0]?.code ?? 'applied'
  }
  const codes: string[] = []
  const points = ['read', 'before the write', 'after the write'] as const
  for (let kill = 0; kill < KILLS; kill++) {
    // A stub of an object that died is broken, so each round asks for a new one.
    await runInDurableObject(env.GROUPS?.getByName(id) as never, (instance, state) => {
      const die = () => state.abort('killed by the test')
      const object = instance as unknown as { env: Env }
      object.env = { ...object.env, DB: deadlyD1(points[kill % points.length] ?? 'read', die) }
    })
    const applicants = Array.from({ length: AT_A_KILL }, (_, n) => apply(`applicant-${kill}-${n}`))
    codes.push(...(await Promise.all(applicants)))
  }
  console.info(`${unanswered} of ${APPLICANTS} requests lost the object and went the direct way`)
  expect(unanswered).toBeGreaterThan(KILLS)
  expect(codes.filter((code) => code === 'applied')).toHaveLength(PLACES)
  expect(codes.filter((code) => code === 'FULL')).toHaveLength(APPLICANTS - PLACES)
  const stored = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM application WHERE marathon_id = ?1) AS applications,
      (SELECT count(*) FROM op_record WHERE uid LIKE 'applicant-%') AS records,
      (SELECT reg_count FROM marathon WHERE id = ?1) AS counted`,
  )
    .bind(id)
    .first()
  expect(stored).toEqual({ applications: PLACES, records: APPLICANTS, counted: PLACES })
})

it('5,000 requests wait at most behind the one that is on its way, and further ones are halted', async () => {
  const id = await openMarathon()
  const kinds = await runInDurableObject(env.GROUPS?.getByName(id) as never, async (instance) => {
    const object = instance as unknown as GroupCommitter
    const outcomes = Array.from({ length: 5100 }, (_, n) => {
      const one = op('application.create', newId('application'), applicationFields(id))
      const ops = [parseOp({ ...one, type: 'application.create', content: '' })]
      return object.submit({ actor: { uid: `many-${n}`, email: '', name: '' }, ops })
    })
    return (await Promise.all(outcomes)).map(({ kind }) => kind)
  })
  expect(kinds.filter((kind) => kind === 'decided')).toHaveLength(5001)
  expect(kinds.filter((kind) => kind === 'halted')).toHaveLength(99)
})
