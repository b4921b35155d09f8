import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { type Columns, rowsOfColumns } from '../../contract/columns.ts'
import { OP_TYPES } from '../../contract/ops.ts'
import { signatureText } from '../../contract/questions/questions.ts'
import type { Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { api } from '../api.ts'
import { forgetKept } from '../reads/kept-a-second.ts'
import { forgetLists } from '../results/published-list.ts'
import { SAMPLE_CALLS, sampleOf } from '../testing/calls.ts'
import {
  ANSWER,
  type Cast,
  CODE,
  CONTACTS,
  crossing,
  NOTES,
  PLAYERS,
  type Play,
  type Player,
  play,
  ruling,
  SECRET,
  signInCast,
  walkIn,
} from '../testing/cast.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import table from './permissions.md?raw'
import { ROUTES } from './route-table.ts'

type Cells = Record<string, string>

/** A table of permissions.md, by the first cell of each line: its other cells by their heads. */
function tableOf(title: string): Record<string, Cells> {
  const [section = ''] = (table.split(`\n## ${title}\n`)[1] ?? '').split('\n## ')
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  const [heads = [], , ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  const cellsOf = (row: string[]) => heads.map((head, at) => [head, row[at] ?? '']).slice(2, -1)
  return Object.fromEntries(rows.map((row) => [row[1], Object.fromEntries(cellsOf(row))]))
}

const CALLS = tableOf('Calls')
const ROWS = tableOf('Rows of a pull')
const PARTS = tableOf('Parts of the own data')
const OPS = tableOf('Ops')
const GROUPS = tableOf('Groups of fields')

/** The cells of a line, each in one order, with the fields in the place of a group. */
function spelled(cells: Cells = {}): Cells {
  const words = (word: string): string[] => GROUPS[word]?.fields?.split(' ').flatMap(words) ?? [word]
  const inOrder = (cell: string) => [...new Set(cell.split(' ').flatMap(words))].toSorted().join(' ')
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, inOrder(cell)]))
}

/** The names of the values in a body, `parts.kind` for those of inner objects. Lists do not count. */
function namesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(namesIn)
  if (typeof body !== 'object') return []
  return Object.entries(body ?? {}).flatMap(([name, inner]) => {
    const below = namesIn(inner)
    return below.length > 0 ? below.map((one) => `${name}.${one}`) : [name]
  })
}

const NAMES = Object.keys(CALLS)
/** The bodies of lines that are not the sample of their call. */
const BODIES: Record<string, object> = { 'POST /marathons/:id/invitations, to organiser': { role: 'organiser' } }
const callOf = (name: string) => name.split(',')[0] ?? ''
/** Their rows have tables of their own. */
const WITH_ROWS = ['POST /sync', 'GET /account/data']

/** Makes the call of a route. @returns its cell */
async function callAs(cast: Cast, player: Player, name: string, scene: Play, headers: Cells = {}): Promise<string> {
  const client = cast[player]
  const [method = '', path = ''] = callOf(name).split(' ')
  const sample = sampleOf({ method: method as 'GET', path }).make(scene, client.uid)
  const body = BODIES[name] ?? sample.body
  const response = await client.call(method, sample.path, body, { ...sample.headers, ...headers })
  await client.untilQuiet()
  const text = await response.text()
  expectNoSecrets(cast, player, text)
  if (response.status >= 400 || response.status === 101) return String(response.status)
  if (CALLS[name]?.[player]?.includes('*')) return `${response.status} *`
  const value = JSON.parse(text) as object
  return [response.status, ...(WITH_ROWS.includes(name) ? Object.keys(value) : namesIn(value))].join(' ')
}

/** Nobody reads another account's id, nor contact data of an entry that the table does not give them, nor a note of staff. */
function expectNoSecrets(cast: Cast, player: Player, body: string) {
  for (const { uid } of Object.values(cast)) if (uid && uid !== cast[player].uid) expect(body).not.toContain(uid)
  for (const [entry, values] of Object.entries(CONTACTS)) {
    if (!ROWS[entry]?.[player]?.includes('Entry')) for (const value of values) expect(body).not.toContain(value)
  }
  if (!LEADERS.includes(player)) for (const note of NOTES) expect(body).not.toContain(note)
}

/** They alone read what staff note and do not show. */
const LEADERS: readonly Player[] = ['owner', 'organiser']

interface Stage {
  cast: Cast
  scene: Play
  /** The whole database as it was after the play. */
  rows: Record<string, object[]>
  isChanged: boolean
}

let stage: Stage | undefined

/** A cast and its scene, which nobody has changed. Bringing the rows back takes a tenth of playing the scene anew. */
async function unchanged() {
  if (!stage) {
    const cast = await signInCast()
    const scene = await play(cast)
    stage = { cast, scene, rows: await allRows(), isChanged: false }
  }
  if (stage.isChanged) await bringBack(stage.rows)
  stage.isChanged = false
  return stage
}

/** Every row of the database, by table. */
async function allRows(): Promise<Record<string, object[]>> {
  const listed = env.DB.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const names = (await listed.all<{ name: string }>()).results.map(({ name }) => name)
  // The others are the runtime's own.
  const ours = names.filter((name) => !/^(_cf|sqlite)_/.test(name))
  const results = await env.DB.batch<object>(ours.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)))
  return Object.fromEntries(ours.map((name, at) => [name, results[at]?.results ?? []]))
}

/** Makes these all rows of the database. */
async function bringBack(rows: Record<string, object[]>): Promise<void> {
  forgetKept()
  forgetLists()
  await env.DB.batch(
    Object.entries(rows).flatMap(([table, of]) => {
      const columns = Object.keys(of[0] ?? { rowid: 0 })
      const values = columns.map((column) => `value ->> '${column}'`)
      const into = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`
      return [env.DB.prepare(`DELETE FROM ${table}`), env.DB.prepare(into).bind(JSON.stringify(of))]
    }),
  )
}

/** What is stored of the accounts and of the scene's event. */
async function stored({ cast, scene }: Stage): Promise<string[]> {
  const tables = ['application', 'recording', 'ruling', 'result', 'correction', 'notice', 'staff', 'invitation'].map(
    (name) => `${name} WHERE marathon_id`,
  )
  const queries = ['marathon WHERE id', ...tables].map((from) => env.DB.prepare(`SELECT * FROM ${from} = ?`))
  const uids = JSON.stringify(Object.values(cast).map(({ uid }) => uid))
  const accounts = env.DB.prepare('SELECT * FROM account WHERE uid IN (SELECT value FROM json_each(?))').bind(uids)
  const results = await env.DB.batch([accounts, ...queries.map((query) => query.bind(scene.marathonId))])
  return results.map((result) => JSON.stringify(result.results))
}

/** Since when the sessions of each account count. */
const sessionsIn = ([accounts = '']: string[]) => accounts.match(/"sessions_after":\d+/g)?.join()

/** What everybody gets who does this. */
async function asEach(players: readonly Player[], act: (cast: Cast, player: Player, scene: Play) => Promise<string>) {
  const got: Cells = {}
  for (const player of players) {
    const on = await unchanged()
    const before = await stored(on)
    const cell = await act(on.cast, player, on.scene)
    const after = await stored(on)
    const isChanged = after.join() !== before.join()
    on.isChanged ||= isChanged
    // The worker remembers for a minute whose sessions were ended.
    if (sessionsIn(after) !== sessionsIn(before)) stage = undefined
    if (/^[45]/.test(cell)) expect(isChanged, `${player} is answered ${cell}`).toBe(false)
    got[player] = cell
  }
  return spelled(got)
}

it('has a line and a sample of every call, a line of every type of op, and no others', () => {
  const handled = api.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  const calls = new Set(NAMES.map(callOf))
  const below = [...calls].map((name) => (fromAnywhere.includes(name) ? name : name.replace(' ', ' /api')))
  expect(new Set(handled)).toEqual(new Set(below))
  expect(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`))).toEqual(calls)
  expect(new Set(Object.keys(SAMPLE_CALLS))).toEqual(calls)
  expect(Object.keys(OPS).sort()).toEqual(Object.keys(SAMPLE_OPS).sort())
  expect(new Set(Object.keys(OPS).map(callOf))).toEqual(new Set(OP_TYPES))
})

it.each(NAMES)('%s answers each role with the status and the fields of the table, and nothing else', async (name) => {
  const got = await asEach(PLAYERS, (cast, player, scene) => callAs(cast, player, name, scene))
  expect(got).toEqual(spelled(CALLS[name]))
})

const fromAnywhere = ROUTES.filter((route) => route.fromAnywhere).map(({ method, path }) => `${method} ${path}`)
const WRITES = NAMES.filter((name) => !name.startsWith('GET') && !fromAnywhere.includes(name))
it.each(WRITES)('%s refuses the owner from another site', async (name) => {
  const on = await unchanged()
  const { cast, scene } = on
  const before = await stored(on)
  const player = name.includes('marathonApplication/') ? 'runner' : 'owner'
  for (const Origin of ['https://evil.example', 'null'])
    expect(await callAs(cast, player, name, scene, { Origin })).toBe('403')
  for (const site of ['cross-site', 'same-site'])
    expect(await callAs(cast, player, name, scene, { 'Sec-Fetch-Site': site })).toBe('403')
  expect(await stored(on)).toEqual(before)
})

const SIGNED_IN = PLAYERS.filter((player) => player !== 'visitor')

/** A sync response as it is sent. */
interface Sent {
  columns: Record<string, Columns>
  notices: object[]
  deleted: { type: string; id: string }[]
}

/** Of these the table has the values. */
const VALUES = ['role', 'mine', 'isClaimed']

/** The rows of a pull by what they are: the names of their fields. Of events, those of other scenes do not count. */
function rowsIn({ columns, notices, deleted }: Sent, scene: Play, player: Player): Cells {
  const rows = Object.entries(columns).flatMap(([kind, of]) => rowsOfColumns(of).map((row) => ({ kind, row })))
  const all = [
    // The owner's row of staff has the id of the event, and a result that of its entry.
    ...rows.map(({ kind, row }) => {
      const prefix = { staff: 'staff ', ownResults: 'result ' }[kind] ?? ''
      return { kind, row: { ...row, _id: `${prefix}${row._id}` } }
    }),
    ...notices.map((row) => ({ kind: 'notices', row })),
    ...deleted.map((row) => ({ kind: row.type, row: { ...row, _id: `gone ${row.id}` } })),
  ]
  const got: Record<string, string[]> = {}
  for (const { kind, row } of all) {
    const { _id, ...fields } = row as { _id: string } & Record<string, unknown>
    const found = scene.rows.get(_id)
    const isOfStaff = _id.startsWith('staff ') && found !== undefined
    const what = isOfStaff ? `${found === player ? 'the own' : 'another'} row of staff` : found
    if (what === undefined && kind.startsWith('marathon')) continue
    const names = namesIn(_id.startsWith('gone ') ? fields : row).map((name) => {
      const hasValue = VALUES.includes(name) || (name === 'offer' && fields.offer === null)
      return hasValue && kind !== 'staff' ? `${name}=${String(fields[name])}` : name
    })
    got[what ?? `${kind}, not in the table`] = [...(got[what ?? ''] ?? []), ...names]
  }
  return Object.fromEntries(Object.entries(got).map(([what, names]) => [what, names.join(' ')]))
}

it.each(SIGNED_IN)('a pull brings the %s the rows and fields of the table, and nothing else', async (player) => {
  const { cast, scene } = await unchanged()
  const { uid } = cast[player]
  const want = Object.entries(ROWS).flatMap(([what, cells]) => {
    const cell = cells[player] ?? ''
    return cell === '–' ? [] : [[what, cell] as const]
  })
  for (const cursor of [null, scene.cursors.get(player)]) {
    const response = await cast[player].call('POST', '/sync', { uid, cursor, ops: [], pageRows: 2000 })
    const body = await response.text()
    expectNoSecrets(cast, player, body)
    // A phone that pulls everything has nothing to forget. The gun is older than the cursors.
    const rows = want.filter(([what]) => (cursor === null ? !what.startsWith('the end of') : what !== 'a start gun'))
    expect(spelled(rowsIn(JSON.parse(body) as Sent, scene, player))).toEqual(spelled(Object.fromEntries(rows)))
  }
})

it.each(SIGNED_IN)('the own data of the %s has the parts and fields of the table, and nothing else', async (player) => {
  // Refused ops are kept of an account too.
  if (stage) stage.isChanged = true
  const { cast, scene } = await unchanged()
  await callAs(cast, player, 'POST /push-subscriptions', scene)
  const { parts } = await (await cast[player].call('GET', '/account/data')).json<{ parts: Record<string, object[]> }>()
  const got = Object.entries(parts).map(([part, rows]) => [part, namesIn(rows).join(' ') || '–'])
  expect(spelled(Object.fromEntries(got))).toEqual(
    spelled(Object.fromEntries(Object.entries(PARTS).map(([part, cells]) => [part, cells[player] ?? '']))),
  )
})

const BYRON = { lastName: 'Byron' }
const SIGNED = signatureText({ version: 1, at: inDays(-0.1), by: 'Somebody', guardian: '' })
const takeOver = (marathonId: string, from: string, secret: string) =>
  applicationFields(marathonId, { firstName: 'Tom', from, secret })

/** For each line of the table of ops, the op. */
const SAMPLE_OPS: Record<string, (scene: Play, player: Player) => Op> = {
  'marathon.create': () => op('marathon.create', newId('marathon'), marathonFields()),
  'marathon.update': ({ marathonId }) =>
    op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'Hamburg' }),
  'marathon.delete': ({ marathonId }) => op('marathon.delete', marathonId),
  'marathon.publish': ({ marathonId }) => op('marathon.publish', marathonId, { results: 'live' }),
  'marathon.draw': ({ ballotId }) => op('marathon.draw', ballotId),
  'application.create': ({ marathonId }) =>
    op('application.create', newId('entry'), applicationFields(marathonId, { firstName: 'Dee', waitingList: true })),
  'application.update': ({ applicationId }) =>
    op('application.update', applicationId, { lastName: 'Byron' }, { lastName: 'Lauf' }),
  'application.update, of an answer': ({ applicationId }) =>
    op('application.update', applicationId, { 'answers.health': 'None' }, { 'answers.health': ANSWER }),
  'application.update, of a note': ({ applicationId }) =>
    op('application.update', applicationId, { 'staff.shown0': 'no' }, { 'staff.shown0': 'The fee is paid.' }),
  'application.delete': ({ applicationId }) => op('application.delete', applicationId),
  'application.assignBib': ({ applicationId }) =>
    op('application.assignBib', applicationId, { bib: '7' }, { bib: null }),
  'application.correct': ({ applicationId }) => op('application.correct', applicationId, BYRON, { lastName: 'Lauf' }),
  'application.correct, of the name in results': ({ applicationId }) =>
    op('application.correct', applicationId, { hidesName: true }, { hidesName: false }),
  'application.correct, of an entry without account': ({ walkInId }) =>
    op('application.correct', walkInId, BYRON, { lastName: 'Ink' }),
  'application.correct, of its email': ({ walkInId }) =>
    op('application.correct', walkInId, { email: 'walt@example.com' }, { email: '' }),
  'application.correct, of a waiver that staff see': ({ applicationId }) =>
    op('application.correct', applicationId, { 'answers.waiver': SIGNED }, {}),
  'application.correct, of an answer that they do not see': ({ walkInId }) =>
    op('application.correct', walkInId, { 'answers.health': 'None' }, {}),
  'application.correct, of a note': ({ applicationId }) =>
    op('application.correct', applicationId, { 'staff.shown0': 'no' }, { 'staff.shown0': 'The fee is paid.' }),
  'application.withdraw': ({ applicationId }) => op('application.withdraw', applicationId, { reason: 'Injured.' }),
  'application.withdraw, of an entry without account': ({ walkInId }) =>
    op('application.withdraw', walkInId, { reason: 'Injured.' }),
  'application.moveUp': ({ waitingId }) => op('application.moveUp', waitingId),
  'application.walkIn': ({ marathonId }) => walkIn(newId('walk-in'), marathonId, newEntryCode()),
  'application.confirm': ({ lateId }) => op('application.confirm', lateId),
  'application.claim': ({ marathonId, walkInId }) => op('application.claim', walkInId, { marathonId, secret: CODE }),
  'application.claim, with another code': ({ marathonId, walkInId }) =>
    op('application.claim', walkInId, { marathonId, secret: newEntryCode() }),
  'application.offer': ({ applicationId }) => op('application.offer', applicationId, { secret: SECRET }),
  'application.takeOver': ({ marathonId, offeredId }) =>
    op('application.takeOver', newId('entry'), takeOver(marathonId, offeredId, SECRET)),
  'application.takeOver, with another secret': ({ marathonId, offeredId }) =>
    op('application.takeOver', newId('entry'), takeOver(marathonId, offeredId, 'B'.repeat(22))),
  'application.defer': ({ ballotId, applicationId }) =>
    op('application.defer', newId('entry'), { marathonId: ballotId, from: applicationId }),
  'checkIn.create': ({ marathonId, applicationId }) =>
    op('checkIn.create', newId('check-in'), { marathonId, applicationId, gate: 'A', at: inDays(-0.1) }),
  'checkIn.void': ({ checkInId }) => op('checkIn.void', checkInId, { at: inDays(-0.1) }),
  'checkIn.confirm': ({ unconfirmedId }) => op('checkIn.confirm', unconfirmedId),
  'recording.create': ({ marathonId }) => crossing(newId('crossing'), marathonId),
  'recording.void': ({ crossingId }) => op('recording.void', crossingId, { at: inDays(-0.1) }),
  'recording.confirm': ({ lateCrossingId }) => op('recording.confirm', lateCrossingId),
  'ruling.create': ({ marathonId }) => ruling(newId('ruling'), marathonId),
  'notice.create': ({ marathonId }) =>
    op('notice.create', newId('notice'), { marathonId, text: 'Rain.', urgent: false, at: inDays(-0.1) }),
  'notice.delete': ({ noticeId }) => op('notice.delete', noticeId),
  'staff.update, a gate becomes a timer': ({ helperId }) =>
    op('staff.update', helperId, { role: 'timer' }, { role: 'gate' }),
  'staff.update, a gate becomes an organiser': ({ helperId }) =>
    op('staff.update', helperId, { role: 'organiser' }, { role: 'gate' }),
  'staff.update, the organiser becomes a gate': ({ staff }) =>
    op('staff.update', staff.organiser, { role: 'gate' }, { role: 'organiser' }),
  'staff.update, the owner becomes a gate': ({ staff }) =>
    op('staff.update', staff.owner, { role: 'gate' }, { role: 'owner' }),
  'staff.update, the offer is taken back': ({ staff }) =>
    op('staff.update', staff.organiser, { isOffered: false }, { isOffered: true }),
  'staff.delete, of a gate': ({ helperId }) => op('staff.delete', helperId),
  'staff.delete, of the organiser': ({ staff }) => op('staff.delete', staff.organiser),
  'staff.delete, of the owner': ({ staff }) => op('staff.delete', staff.owner),
  'staff.delete, of the own row': ({ staff }, player) => op('staff.delete', staff[player]),
  'staff.takeOver, of the own row': ({ staff }, player) => op('staff.takeOver', staff[player]),
  'staff.takeOver, of the organiser’s row': ({ staff }) => op('staff.takeOver', staff.organiser),
}

it.each(Object.entries(SAMPLE_OPS))('the op %s of each role gets the verdict of the table', async (name, make) => {
  const got = await asEach(SIGNED_IN, async (cast, player, scene) => {
    const { results } = await cast[player].sync({ ops: [make(scene, player)] })
    expectNoSecrets(cast, player, JSON.stringify(results))
    const record = env.DB.prepare('SELECT modified FROM op_record WHERE op_id = ?').bind(results[0]?.opId)
    const isStored = (await record.first('modified')) === 1
    const cell = results.map(({ code, status }) => code ?? status).join(' ')
    if (isStored && stage) stage.isChanged = true
    return isStored === (cell === 'applied') ? cell : `${cell} ${isStored ? 'stored' : 'nothing'}`
  })
  expect(got).toEqual(spelled(OPS[name]))
})
