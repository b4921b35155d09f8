import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../contract/limits.ts'
import type { Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import worker from '../index.ts'
import { deleteDueAccounts } from '../jobs/delete-account.ts'
import { runRetention } from '../jobs/retention.ts'
import { requestDeletion } from '../ops/account.ts'
import { ROUTES } from '../routes/route-table.ts'
import { makeHelper, sampleOf, setScene } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

const YEAR_DAYS = 500
/** D1's documented limit of arguments of a function. workerd alone accepts 127. */
const MOST_ARGUMENTS = 32

/** A scan in the order of the result, which stops at a LIMIT, or of the index of accounts to delete. */
const BOUNDED = /^SCAN m USING (COVERING )?INDEX marathon_created$|^SCAN oldest$|^SCAN account USING INDEX account_due$/
/** Scans of a table with one row, or of JSON: a parameter, or a value of one row. */
const SMALL = /^SCAN (clock|CONSTANT|\w+ VIRTUAL TABLE)( |$)/

/** A D1 that keeps the text of every statement that it prepared. */
function rememberingD1() {
  const statements = new Set<string>()
  const db = {
    prepare(query: string) {
      statements.add(query)
      return env.DB.prepare(query)
    },
    batch: (list: D1PreparedStatement[]) => env.DB.batch(list),
  } as unknown as D1Database
  return { db, statements }
}

async function scansOf(query: string): Promise<string[]> {
  const numbers = Array.from(query.matchAll(/\?(\d*)/g), ([, number], index) => Number(number || index + 1))
  const unbound = Array<null>(Math.max(0, ...numbers)).fill(null)
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...unbound)
    .all<{ detail: string }>()
  const details = plan.results.map((step) => step.detail)
  // SQLite makes a subquery or WITH table once. It contains only rows that were found by indexes, so its scan is
  // allowed.
  const made = details.flatMap((detail) => /^(?:MATERIALIZE|CO-ROUTINE) (\S+)/.exec(detail)?.[1] ?? [])
  const names = made.filter((name) => /^\w+$/.test(name))
  const aliases = names.flatMap((name) => new RegExp(`FROM ${name} (\\w+)`).exec(query)?.[1] ?? [])
  const derived = new Set([...made, ...aliases])
  return details.filter((detail) => {
    const table = /^SCAN (\S+)/.exec(detail)?.[1]
    return table && !derived.has(table) && !SMALL.test(detail) && !BOUNDED.test(detail)
  })
}

/** The greatest number of arguments of a function call in this text. */
function mostArguments(query: string): number {
  const open: { isCall: boolean; commas: number }[] = []
  let most = 0
  for (const [token] of query.replaceAll(/'[^']*'/g, '_').matchAll(/\w*\(|\)|,/g)) {
    const top = open.at(-1)
    if (token === ',' && top) top.commas += 1
    else if (token === ')') {
      const { isCall, commas } = open.pop() ?? { isCall: false, commas: 0 }
      if (isCall) most = Math.max(most, commas + 1)
    } else if (token !== ',') open.push({ isCall: token.length > 1, commas: 0 })
  }
  return most
}

async function exercise(db: D1Database) {
  const olivia = await TestClient.signedIn(newId('olivia'), { DB: db })
  const ravi = await TestClient.signedIn(newId('ravi'), { DB: db })
  for (const route of ROUTES) {
    const scene = await setScene(olivia, ravi)
    const owner = route.who === 'runner' ? ravi : olivia
    // These calls end the sessions of their account, so they get one of their own.
    const isLast = route.path === '/logout-everywhere' || route.path === '/account/deletion'
    const caller = isLast ? await TestClient.signedIn(newId('leaver'), { DB: db }) : owner
    const { path, body, headers } = sampleOf(route).make(scene, caller.uid)
    await caller.call(route.method, path, body, headers)
    // Another account's acceptance makes a helper.
    if (path.startsWith('/invitations')) await ravi.call(route.method, path)
  }
  const { marathonId, applicationId } = await setScene(olivia, ravi)
  const { cursor } = await ravi.sync()
  await ravi.sync({ cursor, ops: [op('application.update', applicationId, { lastName: 'N' }, { lastName: 'Lauf' })] })
  await olivia.sync({ ops: [op('application.assignBib', applicationId, { bib: '7' }, { bib: null })] })
  const scan = op('checkIn.create', newId('check-in'), { marathonId, applicationId, at: inDays(0), gate: 'A' })
  await olivia.sync({ ops: [scan, op('checkIn.void', scan.id, { at: inDays(0) })] })
  await ravi.sync({ cursor, ops: [op('application.delete', applicationId)] })
  await exerciseDesk(olivia, ravi)
  const { marathonId: _, ...legacy } = applicationFields(marathonId)
  await ravi.call('POST', '/marathonApplication', legacy)
  await ravi.call('PUT', `/marathons/${marathonId}`, { regCount: 5 })
  const created = `${inDays(0)}_${marathonId}`
  await olivia.call('GET', `/marathons/${marathonId}/entrants?limit=1&cursor=${created}`)
  for (const sort of ['asc', 'desc']) {
    for (const email of ['', `&email=${olivia.uid}@example.com`]) {
      await olivia.call('GET', `/marathons?sort=${sort}&cursor=${created}${email}`)
      await olivia.call('GET', `/marathons?sort=${sort}${email}`)
    }
  }
  await olivia.call('POST', '/marathons', marathonFields({ capacity: 1 }))
  for (const path of [`/e/${marathonId}.ics`, '/upcoming.ics', '/sitemap.xml']) {
    const request = new Request<unknown, IncomingRequestCfProperties>(`http://localhost${path}`)
    expect((await worker.fetch(request, { ...env, DB: db }, createExecutionContext())).status, path).toBe(200)
  }
  // Olivia helps at an event of Ravi's, and has scanned somebody there.
  const [ravis, scanned] = [newId('marathon'), newId('application')]
  await ravi.sync({ ops: [op('marathon.create', ravis, marathonFields())] })
  await ravi.sync({ ops: [op('application.create', scanned, applicationFields(ravis))] })
  await makeHelper(ravi, olivia, ravis)
  const scanThere = { marathonId: ravis, applicationId: scanned, at: inDays(0), gate: 'A' }
  await olivia.sync({ ops: [op('checkIn.create', newId('check-in'), scanThere)] })
  await requestDeletion(db, olivia.uid, Date.now() / 1000, Date.now)
  await deleteDueAccounts(db, Date.now, () => undefined)
  await runRetention(db, { now: Date.now() + YEAR_DAYS * DAY_MS })
}

/** Entries are made at the gate, corrected, moved up, claimed, handed on, deferred and withdrawn. */
async function exerciseDesk(olivia: TestClient, ravi: TestClient) {
  const [event, later, entry, waiting, theirs] = Array.from({ length: 5 }, () => newId('row')) as [...Five]
  const [made, kept, secret] = [newId('walk-in'), newId('walk-in'), 'A'.repeat(22)]
  const walkIn = (id: string, code: string) => {
    const person = { firstName: 'Walt', lastName: 'Ink', bib: '9', above: 0 }
    return op('application.walkIn', id, { marathonId: event, code, ...person })
  }
  const code = newEntryCode()
  const apply = (id: string, fields = {}) => op('application.create', id, applicationFields(event, fields))
  const sync = async (client: TestClient, ...ops: Op[]) => {
    const { results } = await client.sync({ ops })
    expect(results.map(({ code, status }) => code ?? status)).toEqual(ops.map(() => 'applied'))
  }
  await sync(olivia, op('marathon.create', later, marathonFields()))
  const lets = { handOverUntil: inDays(9), deferTo: later, capacity: 2 }
  await sync(olivia, op('marathon.create', event, marathonFields(lets)), apply(theirs, { firstName: 'Bea' }))
  await sync(ravi, apply(entry), apply(waiting, { firstName: 'Cyd', waitingList: true }))
  await sync(olivia, op('application.correct', entry, { lastName: 'Byron' }, { lastName: 'Lauf' }))
  await sync(olivia, op('application.moveUp', waiting), walkIn(made, code), walkIn(kept, code))
  await sync(ravi, op('application.claim', made, { marathonId: event, secret: code }))
  await sync(olivia, op('application.offer', theirs, { secret }))
  const taking = applicationFields(event, { firstName: 'Tea', from: theirs, secret })
  await sync(ravi, op('application.takeOver', newId('taken'), taking))
  await sync(ravi, op('application.defer', newId('deferred'), { marathonId: later, from: entry }))
  await sync(olivia, op('application.withdraw', made, { reason: 'Injured.' }), op('marathon.delete', event))
}

type Five = [string, string, string, string, string]

it('every statement of the API and of the nightly run finds its rows by an index', async () => {
  const { db, statements } = rememberingD1()
  await exercise(db)
  expect(statements.size).toBeGreaterThan(25)
  const long = [...statements].filter((query) => mostArguments(query) > MOST_ARGUMENTS)
  expect(long, 'more arguments of a function than D1 takes').toEqual([])
  const bound = [...statements].filter((query) => /(LIMIT|OFFSET)\s+\?/.test(query))
  expect(bound, 'a bound LIMIT, for which SQLite plans the statement at every run').toEqual([])
  const pulls = [...statements].filter((query) => query.includes('numbered AS'))
  expect(pulls).not.toEqual([])
  expect(
    pulls.filter((query) => /uid = \?/.test(query)),
    'a pull that SQLite plans at every run',
  ).toEqual([])
  const scans: Record<string, string[]> = {}
  for (const query of statements) {
    const found = await scansOf(query)
    if (found.length > 0) scans[query.replace(/\s+/g, ' ').slice(0, 400)] = found
  }
  expect(scans).toEqual({})
})

// Without the `+` before marathon_id, SQLite reads all applications of the marathon for each id of the list.
it('a draw finds its applications by their ids', async () => {
  const { db, statements } = rememberingD1()
  const olivia = await TestClient.signedIn(newId('olivia'), { DB: db })
  const id = newId('ballot')
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields({ registration: 'ballot', capacity: 1 }))] })
  await olivia.sync({ ops: [op('application.create', newId('entry'), applicationFields(id))] })
  const closing = { regEnd: inDays(-0.5) }
  await olivia.call('PUT', `/marathons/${id}`, closing)
  await olivia.sync({ ops: [op('marathon.draw', id)] })
  const write = [...statements].find((query) => query.includes('draw_order = ?')) ?? ''
  const unbound = Array.from(write.matchAll(/\?/g), () => null)
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${write}`)
    .bind(...unbound)
    .all<{ detail: string }>()
  expect(plan.results.map(({ detail }) => detail)).toContain(
    'SEARCH application USING INDEX sqlite_autoindex_application_1 (id=?)',
  )
})

it('the check notices a function with more arguments than D1 accepts', () => {
  const call = (pairs: number) =>
    `SELECT json_object(${Array(pairs).fill("'a,b', max(1, (2))").join(', ')}) FROM t (a, b)`
  expect(mostArguments(call(16))).toBe(32)
  expect(mostArguments(call(17))).toBe(34)
})

it('the check notices a statement that reads a whole table', async () => {
  expect(await scansOf('SELECT id FROM marathon WHERE location = ?')).toEqual(['SCAN marathon'])
  expect(await scansOf('SELECT id FROM (SELECT * FROM application WHERE email = ? LIMIT 5) a')).not.toEqual([])
})
