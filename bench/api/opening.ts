import { DatabaseSync } from 'node:sqlite'
import { type Call, load } from '../harness/load.ts'
import { cpuSeconds } from '../harness/process-cpu.ts'
import { type Figures, figure, type Row, ratioText } from '../harness/report.ts'
import { inRounds, middleOf, ratioOf, type Series } from '../harness/rounds.ts'
import type { Server } from '../harness/server.ts'
import { sessionCookie } from '../harness/session.ts'
import { startWorkerd } from '../harness/workerd.ts'
import { seededDatabase } from '../seed/database.ts'
import { seedMarathon } from '../seed/rows.ts'
import { application, JSON_HEADERS, newId } from './workloads.ts'

const ROWS = 1000
const APPLICANTS = 2000
const PLACES = 500
const ALONE = 300
const FIRST_PORT = 8871
/** The name of a run in which one account after the other applies. */
const ALONE_SUFFIX = ', one at a time'
/** How many times as often one applicant alone is measured: a run is short, and the ways differ by a tenth. */
const ALONE_TIMES = 3
/** After so many runs with one applicant at a time, the next ones take about the same. */
const WARM_UPS = 3
/** A marathon for each run of a way: five for each round, of at most eleven, and those of the warm-up. */
const OPENINGS = 60
const openingId = (index: number) => `opening-${String(index).padStart(8, '0')}`

/** Adds marathons whose registration opens now. */
function addOpenings(file: string) {
  const db = new DatabaseSync(file)
  const now = Date.now()
  for (let index = 0; index < OPENINGS; index++) {
    const seq = ROWS + index + 1
    const reg_start = new Date(now).toISOString()
    const row = { ...seedMarathon(index, now), id: openingId(index), reg_start, capacity: PLACES }
    const columns = Object.keys(row)
    db.prepare(
      `INSERT INTO marathon (${columns.join(', ')}, reg_count, ver, seq, shown_until)
      VALUES (${columns.map((name) => `:${name}`).join(', ')}, 0, 1, :seq, :start_date)`,
    ).run({ ...row, seq })
  }
  db.prepare('UPDATE clock SET seq = ?').run(ROWS + OPENINGS)
  db.close()
}

/** The applications of `count` accounts to one marathon. */
function applications(marathon: number): (index: number) => Call {
  return (index) => ({
    method: 'POST',
    path: '/api/marathonApplication',
    headers: { Cookie: cookieOf(index), ...JSON_HEADERS },
    body: JSON.stringify({ _id: newId('entry'), ...application(1), marathonId: openingId(marathon) }),
  })
}

const cookies = new Map<number, string>()
function cookieOf(index: number): string {
  const cookie = cookies.get(index) ?? sessionCookie(`applicant-${index}`)
  cookies.set(index, cookie)
  return cookie
}

/** A server, and the file of its database. */
interface Subject {
  server: Server
  file: string
}

async function startSubject(name: string, port: number): Promise<Subject> {
  let file = ''
  const prepare = (path: string) => {
    file = path
    addOpenings(path)
  }
  const database = seededDatabase({ rows: ROWS })
  const groups = name.startsWith('group')
  const around = name.endsWith('far') ? 'api/far-database.js' : undefined
  return {
    server: await startWorkerd(`opening-${name}`, { port, path: '/api/health', database, prepare, groups, around }),
    file,
  }
}

/** What an application cost, in the middle of a run of them. */
interface Cost {
  cpuUs: number
  /** Wall time, µs. */
  us: number
}

/**
 * All applicants apply at the same time, over connections that are open: they have looked at the page before. Throws if
 * another number than PLACES got in, or anybody out of turn.
 */
async function crowd({ server, file }: Subject, marathon: number): Promise<Cost> {
  const call = applications(marathon)
  const isFull = (status: number) => status === 409
  // The first application teaches the worker that the registration opens now. It is not measured.
  const [first = 0, ...others] = Array.from({ length: APPLICANTS }, (_, index) => index)
  await load(server.origin, { connections: 1, total: 1 }, () => call(first))
  const calls = others.map(call)
  let before = 0
  const begin = () => {
    before = cpuSeconds(server.pid)
  }
  const lanes = { connections: calls.length, total: calls.length, opened: { path: '/api/health', begin } }
  const { seconds } = await load(server.origin, lanes, (index) => calls[index] as Call, undefined, isFull)
  const cpuUs = ((cpuSeconds(server.pid) - before) / calls.length) * 1e6
  assertInOrder(file, marathon)
  return { cpuUs, us: (seconds / calls.length) * 1e6 }
}

function assertInOrder(file: string, marathon: number) {
  const db = new DatabaseSync(file, { readOnly: true })
  const row = db
    .prepare(
      `SELECT count(a.id) AS accepted, count(*) AS decided, max(iif(a.id IS NULL, 0, r.seq)) AS lastIn,
        min(iif(a.id IS NULL, r.seq, 1e15)) AS firstOut
      FROM op_record r LEFT JOIN application a ON a.id = r.target_id
      WHERE r.type = 'application.create' AND r.rowid > (SELECT max(rowid) - ${APPLICANTS} FROM op_record)`,
    )
    .get() as { accepted: number; decided: number; lastIn: number; firstOut: number }
  const places = db.prepare('SELECT reg_count AS n FROM marathon WHERE id = ?').get(openingId(marathon)) as {
    n: number
  }
  db.close()
  const { accepted, decided, lastIn, firstOut } = row
  if (decided !== APPLICANTS || accepted !== PLACES || places.n !== PLACES || lastIn > firstOut) {
    throw new Error(`an opening went wrong: ${JSON.stringify({ ...row, regCount: places.n })}`)
  }
}

/** One account after the other applies, when nobody else does. */
async function alone({ server }: Subject, marathon: number): Promise<Cost> {
  const call = applications(marathon)
  await load(server.origin, { connections: 1, total: 20 }, (index) => call(index))
  const before = cpuSeconds(server.pid)
  const { seconds } = await load(server.origin, { connections: 1, total: ALONE }, (index) => call(20 + index))
  return { cpuUs: ((cpuSeconds(server.pid) - before) / ALONE) * 1e6, us: (seconds / ALONE) * 1e6 }
}

/** Where D1 and the group commit are: in the worker's process, or across a hop each, as in a deployment. */
const DISTANCES = [
  { suffix: '', where: 'in one process' },
  { suffix: '-far', where: 'D1 and the object 5 ms away' },
]

/**
 * The opening of a registration: 2,000 accounts apply at once for 500 places, by the group commit and directly. And one
 * account after the other near an opening, both ways. The targets stand against the direct way: when all come at once,
 * and when they come one at a time. One applicant alone has no target across hops: the group commit has one hop more.
 * @throws Error if a round failed: fewer than 500 got in, more, or somebody out of turn
 */
export async function opening({ rounds }: { rounds: number }): Promise<{ rows: Row[]; figures: Figures[] }> {
  const names = DISTANCES.flatMap(({ suffix }) => [`group${suffix}`, `direct${suffix}`])
  const runs = names.flatMap((name) => [name, `${name}${ALONE_SUFFIX}`])
  const subjects = new Map<string, Subject>()
  const of = (name: string) => subjects.get(name) as Subject
  const cpu: Series = new Map(runs.map((run) => [run, []]))
  try {
    for (const [index, name] of names.entries()) subjects.set(name, await startSubject(name, FIRST_PORT + index))
    for (const name of names) {
      await crowd(of(name), 0)
      for (let run = 0; run < WARM_UPS; run++) await alone(of(name), 1 + (2 + ALONE_TIMES) * rounds + run)
    }
    const time = await inRounds(rounds, runs, async (run, round) => {
      const { cpuUs, us } = run.endsWith(ALONE_SUFFIX)
        ? await alone(of(run.slice(0, -ALONE_SUFFIX.length)), 1 + rounds + round)
        : await crowd(of(run), 1 + round)
      cpu.get(run)?.push(cpuUs)
      console.error(`  opening, ${run}: ${figure(cpuUs)} µs of CPU, ${figure(us)} µs an application`)
      return us
    })
    const single = await inRounds(rounds * ALONE_TIMES, ['group', 'direct'], async (name, round) => {
      const { us } = await alone(of(name), 1 + 2 * rounds + round)
      return us
    })
    for (const [run, values] of [...time, ...single])
      if (values.some(Number.isNaN)) throw new Error(`a round of ${run} failed`)
    const rows = DISTANCES.flatMap(({ suffix, where }): Row[] => {
      const [group, direct] = [`group${suffix}`, `direct${suffix}`]
      return [direct, `${direct}${ALONE_SUFFIX}`].flatMap((peer): Row[] => {
        const manner = peer === direct ? 'all at once' : 'one at a time'
        const workload = `${APPLICANTS} applicants for ${PLACES} places, ${where}; directly ${manner}`
        const cpuRatio = ratioOf(cpu, group, peer)
        const speed = ratioOf(time, peer, group)
        return [
          {
            metric: 'opening, CPU an application',
            workload,
            measured: ratioText(cpuRatio),
            target: '≤ 0.25 × directly',
            holds: cpuRatio.median <= 0.25,
          },
          {
            metric: 'opening, throughput',
            workload,
            measured: ratioText(speed),
            target: '≥ 5 × directly',
            holds: speed.median >= 5,
          },
        ]
      })
    })
    const aloneRatio = ratioOf(single, 'group', 'direct')
    rows.push({
      metric: 'opening, one applicant alone',
      workload: 'time of an application, in one process',
      measured: ratioText(aloneRatio),
      target: '≤ 1.15 × the direct way',
      holds: aloneRatio.median <= 1.15,
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
