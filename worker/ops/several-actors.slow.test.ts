import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OpType } from '../../contract/ops.ts'
import type { Fields } from '../../contract/sync.ts'
import { applicationFields, marathonFields, newId } from '../testing/rows.ts'
import { applyOps } from './apply-ops.ts'
import { applyRequest } from './apply-request.ts'
import type { OpRequest } from './decide/decision.ts'
import { parseOp } from './decide/known-op.ts'
import type { Outcome } from './decide-all.ts'

const ACCOUNTS = ['olivia', 'ravi', 'mia']
const OPTIONS = { timeSource: Date.now, isLimited: true }

/** What an account does in a drawn request: `row` is the number of an application, `name` makes a person. */
interface Step {
  who: number
  what: 'apply' | 'edit' | 'leave' | 'bib' | 'capacity' | 'scan' | 'notice' | 'close'
  row: number
  name: number
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(ACCOUNTS.length - 1),
  what: fc.constantFrom('apply', 'apply', 'apply', 'edit', 'leave', 'bib', 'capacity', 'scan', 'notice', 'close'),
  row: fc.nat(3),
  name: fc.nat(2),
})

let worlds = 0

/** A marathon of Olivia's for two runners with nobody in it, in a world of accounts of its own. */
async function newWorld() {
  const world = `world-${++worlds}`
  const marathonId = newId('marathon')
  const uid = (who: number) => `${ACCOUNTS[who]}-${world}`
  const opOf = (type: OpType, id: string, patch: Fields, content: string) =>
    parseOp({ opId: `op-${crypto.randomUUID()}`, type, id, base: null, patch, content })
  const actor = (who: number) => ({ uid: uid(who), email: '', name: '' })
  const create = opOf('marathon.create', marathonId, marathonFields({ capacity: 2 }), 'create')
  await applyRequest(env.DB, { actor: actor(0), ops: [create] }, OPTIONS)
  const row = (kind: string, n: number) => `${kind}-${world}-${n}`
  const toOp = ({ who, what, row: n, name }: Step) => {
    const person = { firstName: `Name${name}`, waitingList: name > 0 }
    const ofRow = row('entry', n)
    switch (what) {
      case 'apply':
        return opOf('application.create', ofRow, applicationFields(marathonId, person), `${who}${name}`)
      case 'edit':
        return opOf('application.update', ofRow, { firstName: `Name${name}` }, `${name}`)
      case 'leave':
        return opOf('application.delete', ofRow, {}, '')
      case 'bib':
        return opOf('application.assignBib', ofRow, { bib: String(name) }, `${name}`)
      case 'capacity':
        return opOf('marathon.update', marathonId, { capacity: 1 + name }, `${name}`)
      case 'close':
        return opOf('marathon.delete', marathonId, {}, '')
      case 'notice': {
        const at = new Date().toISOString()
        return opOf('notice.create', row('notice', n), { marathonId, text: 'Rain', urgent: false, at }, `${name}`)
      }
      case 'scan': {
        const scan = { marathonId, applicationId: ofRow, at: new Date().toISOString(), gate: 'A' }
        return opOf('checkIn.create', row('scan', n), scan, `${name}`)
      }
    }
  }
  const toRequests = (drawn: Step[][]): OpRequest[] =>
    drawn.map((steps) => {
      const who = steps[0]?.who ?? 0
      return { actor: actor(who), ops: steps.map((one) => toOp({ ...one, who })) }
    })
  return { marathonId, toRequests, world }
}

const codes = (outcome: Outcome | undefined) =>
  outcome?.kind === 'decided'
    ? outcome.opResults.map(({ verdict, modified }) => [verdict.code ?? verdict.status, verdict.fields, modified])
    : outcome

/** The rows of a world, without what differs in every world. */
async function rowsOf({ marathonId, world }: { marathonId: string; world: string }) {
  const all = async (query: string) => (await env.DB.prepare(query).bind(marathonId).raw()).map(String)
  const rows = [
    ...(await all('SELECT capacity, reg_count, waiting_count, ver FROM marathon WHERE id = ?')),
    ...(await all(
      `SELECT id, owner_uid, first_name, status, bib, ver FROM application WHERE marathon_id = ? ORDER BY id`,
    )),
    ...(await all(`SELECT id FROM application WHERE marathon_id = ? AND status = 'waiting' ORDER BY waiting_order`)),
    ...(await all('SELECT id, application_id, by_uid FROM recording WHERE marathon_id = ? ORDER BY id')),
    ...(await all('SELECT kind, to_uid FROM notice WHERE marathon_id = ? ORDER BY 1, 2')),
    ...(await all(`SELECT id, owner_uid FROM tombstone
      WHERE type <> 'marathon' AND marathon_id = ? ORDER BY id`)),
  ]
  const { results } = await env.DB.prepare('SELECT uid, type, verdict FROM op_record WHERE uid LIKE ? ORDER BY seq')
    .bind(`%-${world}`)
    .all()
  return [...rows, ...results.map((record) => JSON.stringify(record))].map((row) =>
    row.replaceAll(world, 'world').replaceAll(marathonId, 'marathon'),
  )
}

const applies = (who: number, row: number, name: number): Step => ({ who, what: 'apply', row, name })
/** A bib for who began to wait in the same batch, before somebody else. */
const BIB_OF_WHO_WAITS: [Step[][], Step[][]] = [
  [[applies(1, 0, 0)], [applies(0, 2, 0)]],
  [[applies(0, 1, 2)], [applies(0, 3, 1), { who: 0, what: 'bib', row: 1, name: 0 }]],
]

const request = fc.array(step, { minLength: 1, maxLength: 3 })

it('requests of several accounts in one batch get what they get one after another', { timeout: 120_000 }, async () => {
  const drawn = fc.array(request, { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), drawn, async (earlier, steps) => {
      const [together, apart] = [await newWorld(), await newWorld()]
      for (const { toRequests } of [together, apart]) {
        for (const one of toRequests(earlier)) await applyOps(env.DB, [one], OPTIONS)
      }
      const { outcomes } = await applyOps(env.DB, together.toRequests(steps), OPTIONS)
      const oneByOne: Outcome[] = []
      for (const one of apart.toRequests(steps)) oneByOne.push(...(await applyOps(env.DB, [one], OPTIONS)).outcomes)
      const plain = (list: Outcome[], world: string) => JSON.stringify(list.map(codes)).replaceAll(world, 'world')
      expect(plain(outcomes, together.world)).toBe(plain(oneByOne, apart.world))
      expect(await rowsOf(together)).toEqual(await rowsOf(apart))
    }),
    { numRuns: 25, examples: [BIB_OF_WHO_WAITS] },
  )
})
