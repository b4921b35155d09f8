import { DatabaseSync } from 'node:sqlite'
import { type Call, load } from '../harness/load.ts'
import { cpuSeconds } from '../harness/process-cpu.ts'
import { type Figures, figure, type Row, ratioText } from '../harness/report.ts'
import { inRounds, middleOf, ratioOf, type Series } from '../harness/rounds.ts'
import type { Server } from '../harness/server.ts'
import { sessionCookie } from '../harness/session.ts'
import { startWorkerd } from '../harness/workerd.ts'
import { seededDatabase } from '../seed/database.ts'
import { marathonId, seedMarathon } from '../seed/rows.ts'
import { startParse } from './subjects.ts'
import { application, JSON_HEADERS, newId } from './workloads.ts'

const ROWS = 1000
const CROWDS = [64, 2000]
const PLACES = 500
const ALONE = 300
const FIRST_PORT = 8871
/** The name of the run in which one account after the other applies, when nobody else does. */
const ONE_AT_A_TIME = 'one at a time'
/** A marathon for each crowd. */
const OPENINGS = 500
const openingId = (index: number) => `opening-${String(index).padStart(8, '0')}`
let opened = 0

/** Adds marathons whose registration opens now. */
function addOpenings(file: string) {
  const db = new DatabaseSync(file)
  const now = Date.now()
  for (let index = 0; index < OPENINGS; index++) {
    const row = { ...seedMarathon(index, now), id: openingId(index), reg_start: new Date(now).toISOString() }
    const columns = Object.keys(row)
    db.prepare(
      `INSERT INTO marathon (${columns.join(', ')}, reg_count, ver, seq, shown_until)
      VALUES (${columns.map((name) => `:${name}`).join(', ')}, 0, 1, :seq, :start_date)`,
    ).run({ ...row, capacity: PLACES, seq: ROWS + index + 1 })
  }
  db.prepare('UPDATE clock SET seq = ?').run(ROWS + OPENINGS)
  db.close()
}

const cookies = new Map<number, string>()
function cookieOf(index: number): string {
  const cookie = cookies.get(index) ?? sessionCookie(`applicant-${index}`)
  cookies.set(index, cookie)
  return cookie
}

/** The application of an account to a marathon. */
function applicationOf(index: number, marathon: string): Call {
  return {
    method: 'POST',
    path: '/api/marathonApplication',
    headers: { Cookie: cookieOf(index), ...JSON_HEADERS },
    body: JSON.stringify({ _id: newId('entry'), ...application(1), marathonId: marathon }),
  }
}

/** A server; the file of its database where that is ours. */
interface Subject {
  server: Server
  file?: string
}

async function startWorker(groups: boolean, port: number): Promise<Subject> {
  let file = ''
  const prepare = (path: string) => {
    file = path
    addOpenings(path)
  }
  const database = seededDatabase({ rows: ROWS })
  const name = `opening-${groups ? 'group' : 'direct'}`
  const objects = groups ? { GROUPS: 'GroupCommitter' } : {}
  return { server: await startWorkerd(name, { port, path: '/api/health', database, prepare, objects }), file }
}

/** What an application cost, in the middle of a run of them. */
interface Cost {
  cpuUs: number
  /** Wall time, µs. */
  us: number
}

/**
 * All applicants of a crowd apply at the same time, over connections that are open: they have looked at the page before.
 * Smaller crowds come again, each to a marathon of its own. Throws if another number than PLACES got in, or anybody out
 * of turn.
 */
async function crowds({ server, file }: Subject, size: number): Promise<Cost> {
  const cost = { cpuUs: 0, us: 0 }
  const times = Math.round(Math.max(...CROWDS) / size)
  for (let time = 0; time < times; time++) {
    const marathon = file ? openingId(opened++) : marathonId(0)
    // The first application teaches the worker that the registration opens now. It is not measured.
    const [first, ...calls] = Array.from({ length: size }, (_, index) => applicationOf(index, marathon))
    await load(server.origin, { connections: 1, total: 1 }, () => first as Call)
    let before = 0
    const begin = () => {
      before = cpuSeconds(server.pid)
    }
    const lanes = { connections: calls.length, total: calls.length, opened: { path: '/api/health', begin } }
    const isFull = (status: number) => status === 409
    const { seconds } = await load(server.origin, lanes, (index) => calls[index] as Call, undefined, isFull)
    cost.cpuUs += ((cpuSeconds(server.pid) - before) / calls.length / times) * 1e6
    cost.us += (seconds / calls.length / times) * 1e6
    if (file) assertInOrder(file, marathon, size)
  }
  return cost
}

function assertInOrder(file: string, marathon: string, size: number) {
  const db = new DatabaseSync(file, { readOnly: true })
  const row = db
    .prepare(
      `SELECT count(a.id) AS accepted, count(*) AS decided, max(iif(a.id IS NULL, 0, r.seq)) AS lastIn,
        min(iif(a.id IS NULL, r.seq, 1e15)) AS firstOut
      FROM (SELECT * FROM op_record ORDER BY seq DESC LIMIT ${size}) r LEFT JOIN application a ON a.id = r.target_id
      WHERE r.type = 'application.create'`,
    )
    .get() as { accepted: number; decided: number; lastIn: number; firstOut: number }
  const { n } = db.prepare('SELECT reg_count AS n FROM marathon WHERE id = ?').get(marathon) as { n: number }
  db.close()
  const { accepted, decided, lastIn, firstOut } = row
  const places = Math.min(size, PLACES)
  if (decided !== size || accepted !== places || n !== places || lastIn > firstOut) {
    throw new Error(`an opening went wrong: ${JSON.stringify({ ...row, regCount: n })}`)
  }
}

/** One account after the other applies, when nobody else does. */
async function oneAtATime({ server }: Subject): Promise<Cost> {
  const marathon = openingId(opened++)
  await load(server.origin, { connections: 1, total: 20 }, (index) => applicationOf(index, marathon))
  const before = cpuSeconds(server.pid)
  const lane = { connections: 1, total: ALONE }
  const { seconds } = await load(server.origin, lane, (index) => applicationOf(20 + index, marathon))
  return { cpuUs: ((cpuSeconds(server.pid) - before) / ALONE) * 1e6, us: (seconds / ALONE) * 1e6 }
}

/**
 * The opening of a registration: 64 and 2,000 accounts apply at once for 500 places, by the group commit and in Parse
 * Server, and one account after the other directly.
 * @throws Error if a round failed: too few got in, too many, or somebody out of turn
 */
export async function opening({ rounds }: { rounds: number }): Promise<{ rows: Row[]; figures: Figures[] }> {
  const subjects = new Map<string, Subject>()
  try {
    subjects.set('group', await startWorker(true, FIRST_PORT))
    subjects.set(ONE_AT_A_TIME, await startWorker(false, FIRST_PORT + 1))
    const parse = await startParse(ROWS, FIRST_PORT + 2)
    if (parse) subjects.set('parse', { server: parse })
    const runs = [...subjects.keys()].flatMap((name) =>
      name === ONE_AT_A_TIME ? [name] : CROWDS.map((size) => `${name}, ${size}`),
    )
    const cpu: Series = new Map(runs.map((run) => [run, []]))
    const measure = (run: string) => {
      const [name = '', size] = run.split(', ')
      const subject = subjects.get(name) as Subject
      return size ? crowds(subject, Number(size)) : oneAtATime(subject)
    }
    for (const run of runs) await measure(run)
    const time = await inRounds(rounds, runs, async (run) => {
      const { cpuUs, us } = await measure(run)
      cpu.get(run)?.push(cpuUs)
      console.error(`  opening, ${run}: ${figure(cpuUs)} µs of CPU, ${figure(us)} µs an application`)
      return us
    })
    for (const [run, values] of time) if (values.some(Number.isNaN)) throw new Error(`a round of ${run} failed`)
    const rows = CROWDS.flatMap((size): Row[] => {
      const group = `group, ${size}`
      const workload = `${size} applicants at once`
      const atMost = (peer: string, limit: number): Row => {
        const ratio = ratioOf(cpu, group, peer)
        const target = `≤ ${limit} × ${peer}`
        const holds = ratio.median <= limit
        return { metric: 'opening, CPU an application', workload, measured: ratioText(ratio), target, holds }
      }
      const speed = ratioOf(time, ONE_AT_A_TIME, group)
      const [measured, target, holds] = [ratioText(speed), `≥ 5 × ${ONE_AT_A_TIME}`, speed.median >= 5]
      return [
        ...(parse ? [atMost(`parse, ${size}`, 0.3)] : []),
        atMost(ONE_AT_A_TIME, 0.25),
        { metric: 'opening, throughput', workload, measured, target, holds },
      ]
    })
    const table: Figures = {
      title: 'An opening: µs an application',
      head: ['way', 'CPU', 'time'],
      rows: runs.map((run) => [run, ...[cpu, time].map((series) => figure(middleOf(series, run)))]),
    }
    return { rows, figures: [table] }
  } finally {
    for (const { server } of subjects.values()) await server.stop()
  }
}
