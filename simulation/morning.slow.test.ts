import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { aboveCapacity } from '../contract/places.ts'
import type { Op, Verdict } from '../contract/sync.ts'
import { inDays, marathonFields, op } from '../worker/testing/rows.ts'
import { syncAs } from '../worker/testing/sync-as.ts'
import * as morning from './morning.ts'
import { EVENT, PHONES, type Phone } from './morning.ts'
import { plainBib } from './reference/values.ts'
import type { Row } from './sim-d1.ts'

const TABLES = ['marathon', 'application', 'recording', 'notice', 'tombstone', 'op_record', 'clock']
const RANDOM_ORDERS = 24
/** Each change plays every order of the first two phones and of the last two, and one of three between them. */
const ORDERS = (env as unknown as { MORNINGS?: string }).MORNINGS ? 120 : 40
const QUEUES = morning.queues()
/** The verdicts of the order that is played, by op. */
let verdicts = new Map<string, Verdict>()

const send = async (uid: string, ops: Op[]) => {
  const { results, halted } = await syncAs(uid, ops, { isLimited: false })
  expect(halted).toBeNull()
  for (const verdict of results) {
    const first = verdicts.get(verdict.opId) ?? verdict
    expect(verdict).toEqual(first)
    verdicts.set(verdict.opId, first)
  }
}
const rows = async (text: string) => (await env.DB.prepare(text).all<Row>()).results
const keep = (depth: number) =>
  env.DB.batch(
    TABLES.flatMap((name) => [
      env.DB.prepare(`DROP TABLE IF EXISTS kept_${depth}_${name}`),
      env.DB.prepare(`CREATE TABLE kept_${depth}_${name} AS SELECT * FROM ${name}`),
    ]),
  )
const bringBack = (depth: number) =>
  env.DB.batch(
    TABLES.flatMap((name) => [
      env.DB.prepare(`DELETE FROM ${name}`),
      env.DB.prepare(`INSERT INTO ${name} SELECT * FROM kept_${depth}_${name}`),
    ]),
  )

beforeAll(async () => {
  const { tara, club, olivia } = morning.prepared()
  const event = { ...marathonFields(), capacity: morning.REGISTERED, perAccount: 1000, handOverUntil: inDays(1) }
  await send('olivia', [op('marathon.create', EVENT, event)])
  for (const [uid, role] of [
    ['dora', 'desk'],
    ['dan', 'desk'],
    ['gus', 'gate'],
    ['oscar', 'organiser'],
  ] as const)
    await env.DB.batch([
      env.DB.prepare('UPDATE clock SET seq = seq + 1'),
      env.DB.prepare(
        "INSERT INTO staff (marathon_id, uid, role, id, name, since, seq) SELECT ?1, ?2, ?3, ?2 || '-id', ?2, '', seq FROM clock",
      ).bind(EVENT, uid, role),
    ])
  await send('tara', tara)
  await send('club', club)
  await send('olivia', olivia)
  expect([...verdicts.values()].every(({ status }) => status === 'applied')).toBe(true)
  await keep(0)
})

/** Is the bib of this row one that two people, or that one of two, may have? Which one depends on who came first. */
const isOfTwo = (bib: unknown) => morning.SAME_BIBS.includes(String(bib))
const opsOf = (id: string) => Object.values(QUEUES).flatMap((ops) => ops.filter((one) => one.id === id))
const isClash = (one: Op | undefined) => verdicts.get(one?.opId ?? '')?.conflicts !== undefined

/**
 * The end of a morning without what depends on the order by design: times, seqs, versions, codes that the server makes,
 * who of two has a bib and who wants it, which of two bibs an entrant has, and which of two numbers came first. That
 * each of these is told to both sides is checked here.
 */
async function endOf(): Promise<object> {
  const [event] = await rows('SELECT reg_count, waiting_count, unclaimed_count, capacity FROM marathon')
  const entries = await rows('SELECT * FROM application ORDER BY id')
  const notices = await rows('SELECT to_uid, kind, application_id FROM notice ORDER BY application_id, kind, to_uid')
  checkBibs(entries)
  checkContested(entries, notices)
  const settled = entries.map((row) => {
    const { id, owner_uid: owner, status, first_name: first, last_name: last, above, offer } = row
    const isContested = morning.CONTESTED.includes(String(id))
    const isEither = isOfTwo(row.bib ?? row.wanted_bib) || row.bib === null || row.wanted_bib !== null
    const bibs = isEither ? [row.bib, row.wanted_bib].filter(Boolean).sort() : row.bib
    const code = String(id).startsWith('walk-in') ? row.code : ''
    return {
      id,
      owner,
      status,
      first,
      last,
      phone: isContested ? 'either' : row.phone_number,
      bibs,
      above,
      offer,
      code,
    }
  })
  return {
    event,
    entries: settled,
    checkIns: await rows('SELECT id, application_id, by_uid, confirmed, point FROM recording ORDER BY id'),
    deletions: await rows('SELECT type, id, reason, is_handed_on FROM tombstone ORDER BY id'),
    notices: notices.filter(({ application_id: id }) => !morning.CONTESTED.includes(String(id))),
  }
}

/** Every bib has one holder. Who else was given it has it noted, and the desk that came later has it in its inbox. */
function checkBibs(entries: Row[]) {
  const held = entries.flatMap(({ bib }) => (bib === null ? [] : [plainBib(bib)]))
  expect(new Set(held).size).toBe(held.length)
  for (const bib of morning.SAME_BIBS) {
    const holders = entries.filter((row) => row.bib === bib)
    const wanting = entries.filter((row) => row.wanted_bib === bib)
    expect([holders.length, wanting.length]).toEqual([1, 1])
    const [later] = opsOf(String(wanting[0]?.id)).filter(({ patch }) => patch.bib === bib)
    const verdict = verdicts.get(later?.opId ?? '')
    expect(verdict?.code === 'BIB_TAKEN' || verdict?.conflicts?.bib !== undefined).toBe(true)
  }
  for (const id of morning.TWO_BIBS) {
    const row = entries.find((one) => one.id === id)
    const [kept, noted] = opsOf(id).sort((a, b) => Number(b.patch.bib === row?.bib) - Number(a.patch.bib === row?.bib))
    expect([row?.bib, row?.wanted_bib]).toEqual([kept?.patch.bib, noted?.patch.bib])
    expect([isClash(kept), isClash(noted)]).toEqual([false, true])
  }
}

/** Whoever came later has the clash in the inbox, and the other side is told by a notice. */
function checkContested(entries: Row[], notices: Row[]) {
  for (const id of morning.CONTESTED) {
    const row = entries.find((one) => one.id === id)
    const [correction, edit] = ['application.correct', 'application.update'].map((type) =>
      opsOf(id).find((one) => one.type === type),
    )
    const isLate = isClash(correction)
    expect(isClash(edit)).toBe(!isLate)
    expect(row?.phone_number).toBe(String((isLate ? edit : correction)?.patch.phoneNumber))
    const clashes = notices.filter((one) => one.application_id === id && one.kind === 'clash')
    expect(clashes.map(({ to_uid: to }) => to)).toEqual([isLate ? 'tara' : 'oscar'])
  }
}

let first: object | undefined
let orders = 0
async function compare() {
  orders += 1
  const end = await endOf()
  first ??= end
  expect(end).toEqual(first)
}

/** How often one phone was drawn of three. */
let turns = 0

/** Plays the orders of the phones that begin with what is played. What two orders begin with is played once. */
async function playFrom(left: readonly Phone[], depth: number): Promise<void> {
  if (left.length === 0) return compare()
  const before = new Map(verdicts)
  const next = ORDERS < 120 && left.length === 3 ? [left[turns++ % 3] as Phone] : left
  for (const phone of next) {
    await bringBack(depth)
    verdicts = new Map(before)
    await send(phone, QUEUES[phone])
    const rest = left.filter((one) => one !== phone)
    if (rest.length > 0) await keep(depth + 1)
    await playFrom(rest, depth + 1)
  }
}

it(`INV-29 desks, gate, organiser and runner end in one state in ${ORDERS} of 120 orders`, async () => {
  const started = performance.now()
  verdicts = new Map()
  await playFrom(PHONES, 0)
  console.info(`morning: ${orders} orders, ${Math.round(performance.now() - started)} ms`)
  expect(orders).toBe(ORDERS)
  const entries = await rows('SELECT id, status FROM application')
  const all = new Set(entries.map(({ id }) => id))
  // Nobody is lost.
  for (const desk of ['dora', 'dan']) for (let n = 0; n < 40; n++) expect(all).toContain(morning.walkInOf(desk, n))
  for (let n = 200; n < 200 + morning.HANDED_ON; n++) {
    expect(all).toContain(morning.takenOver(n))
    expect(all).not.toContain(morning.entry(n))
  }
  // 400, 80 at the gate, and 10 withdrawn.
  const [event] = await rows('SELECT reg_count AS regCount, capacity FROM marathon')
  expect(event).toEqual({ regCount: 470, capacity: 400 })
  expect(aboveCapacity(event as { regCount: number; capacity: number })).toBe(70)
  expect(entries.filter(({ status }) => status === 'registered')).toHaveLength(470)
})

it(`INV-29 they do so when parts of passes come in ${RANDOM_ORDERS} orders, some twice`, async () => {
  let state = 20_261_127
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  for (let order = 0; order < RANDOM_ORDERS; order++) {
    await bringBack(0)
    verdicts = new Map()
    const left = new Map(Object.entries(QUEUES).map(([phone, ops]) => [phone, [...ops]]))
    while (left.size > 0) {
      const phone = [...left.keys()][draw(left.size)] ?? ''
      const ops = left.get(phone) ?? []
      const part = ops.splice(0, 20 + draw(80))
      if (ops.length === 0) left.delete(phone)
      await send(phone, part)
      if (draw(4) === 0) await send(phone, part)
    }
    await compare()
  }
})
