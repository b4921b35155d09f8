import { type Figures, figure, type Row, ratioText, writeReport } from '../harness/report.ts'
import { inRounds, middleOf, ratioOf, type Series } from '../harness/rounds.ts'
import { pinLoad, type Server } from '../harness/server.ts'
import { growth } from './growth.ts'
import { inProcessTransaction } from './in-process.ts'
import { cpuPerCall, cpuPerOp } from './measure.ts'
import { opening } from './opening.ts'
import { startSubjects } from './subjects.ts'
import { apply, list, one, publicList, type Workload } from './workloads.ts'

const ROWS = 1000
const FLUSH_OPS = 100
/**
 * CPU of Express with better-sqlite3 divided by CPU of Parse Server 9 with PostgreSQL, from one earlier run on a
 * comparable machine.
 */
const EXPRESS_TO_PARSE: Record<string, number> = { list: 511 / 3067, one: 98 / 889, apply: 297 / 1333 }

interface Bench {
  name: string
  workload: Workload
  calls: number
  subjects: string[]
}

const ALL = ['startline', 'startline-twin', 'raw-d1', 'node-http', 'express', 'fastify']

/**
 * The bench of the API: CPU of the server's processes for each request. All servers have the same rows in the same run.
 */
export async function benchApi({ rounds, scale }: { rounds: number; scale: number }): Promise<void> {
  pinLoad()
  const servers = await startSubjects(ROWS)
  const benches: Bench[] = [
    { name: 'list', workload: list, calls: 1200, subjects: ALL },
    {
      name: 'public list',
      workload: publicList,
      calls: 4000,
      subjects: ['startline', 'startline-twin', 'hello', 'node-http', 'express', 'fastify'],
    },
    { name: 'one', workload: one, calls: 4000, subjects: ALL },
    { name: 'apply', workload: apply, calls: 2000, subjects: ALL },
  ]
  const results = new Map<string, Series>()
  try {
    for (const { name, workload, calls, subjects } of benches) {
      console.error(name)
      const measure = (subject: string) => {
        return cpuPerCall(servers.get(subject) as Server, Math.ceil(calls * scale), workload(ROWS))
      }
      results.set(name, await inRounds(rounds, subjects, measure))
    }
    console.error('flush')
    const startline = servers.get('startline') as Server
    const flush = await inRounds(rounds, ['flush', 'singles', 'in-process'], (subject) => {
      if (subject === 'flush') {
        return cpuPerOp(startline, { rows: ROWS, requests: Math.ceil(40 * scale), ops: FLUSH_OPS })
      }
      if (subject === 'singles') return cpuPerCall(startline, Math.ceil(1000 * scale), apply(ROWS))
      return inProcessTransaction(ROWS, Math.ceil(100 * scale), FLUSH_OPS)
    })
    results.set('flush', flush)
  } finally {
    for (const server of servers.values()) await server.stop()
  }
  const grown = await growth({ rounds, scale })
  const opened = await opening({ rounds })
  reportApi(results, [grown, opened])
}

/** Writes the report of the results. */
export function reportApi(results: Map<string, Series>, more: { rows: Row[]; figures: Figures[] }[]): void {
  const rows = [...targets(results), ...more.flatMap((part) => part.rows)]
  writeReport('api', rows, [cpuTable(results), ...more.flatMap((part) => part.figures)], NOTES)
}

const NOTES = [
  'CPU µs of the server’s process tree for each request (utime + stime of /proc), server pinned to one core, load on the other; every subject once a round, rotated; ratios inside a round, median (lowest–highest).',
  'Our worker is the build, under plain `workerd serve --experimental` with native D1 and `d1_binding_jsrpc`; rate limits are off (plain workerd has no such binding); its log line a request goes to a file.',
  'Every peer checks the same signed session, in the cheapest way its platform has. Peers use a lean schema of their own with no sync, no op records, no conflict detection.',
]

function targets(results: Map<string, Series>): Row[] {
  const ratio = (bench: string, against: string) => {
    const series = results.get(bench)
    if (!series) throw new Error(`${bench} did not run`)
    return ratioOf(series, bench === 'flush' ? 'flush' : 'startline', against)
  }
  const row = (metric: string, workload: string, bench: string, against: string, limit: number): Row => {
    const measured = ratio(bench, against)
    const target = `≤ ${limit} × ${against}`
    return { metric, workload, measured: ratioText(measured), target, holds: measured.median <= limit }
  }
  const parse = (metric: string, workload: string, bench: string, limit: number): Row => {
    const value = ratio(bench, 'express').median * (EXPRESS_TO_PARSE[bench] ?? Number.NaN)
    const note = 'by way of Express: Parse Server does not run here, Express ÷ Parse is of an earlier run'
    return { metric, workload, measured: figure(value), target: `≤ ${limit} × Parse`, holds: value <= limit, note }
  }
  return [
    row('list, uncached', '100 rows', 'list', 'express', 0.8),
    parse('list, uncached', '100 rows', 'list', 0.15),
    row('list, uncached', '100 rows', 'list', 'node-http', 3.5),
    row('list, public', '100 rows, cached', 'public list', 'express', 0.15),
    row('list, public', '100 rows, cached', 'public list', 'hello', 2),
    row('get one', 'random id', 'one', 'express', 2.2),
    parse('get one', 'random id', 'one', 0.25),
    row('get one', 'random id', 'one', 'raw-d1', 1.15),
    row('apply', 'POST + counter', 'apply', 'express', 1.4),
    parse('apply', 'POST + counter', 'apply', 0.4),
    row('apply', 'POST + counter', 'apply', 'raw-d1', 1.15),
    row('flush, CPU an op', '100 ops', 'flush', 'singles', 0.1),
    row('flush, CPU an op', '100 ops', 'flush', 'in-process', 5),
  ]
}

function cpuTable(results: Map<string, Series>): Figures {
  const names = [...new Set([...results.values()].flatMap((series) => [...series.keys()]))]
  const rows = names.map((name) => [
    name,
    ...[...results.values()].map((series) => (series.has(name) ? figure(middleOf(series, name)) : '')),
  ])
  const twins = [...results].map(([, series]) =>
    series.has('startline-twin') ? ratioText(ratioOf(series, 'startline-twin', 'startline')) : '',
  )
  return {
    title: 'CPU µs a request (flush: an op)',
    head: ['server', ...results.keys()],
    rows: [...rows, ['A/A (twin ÷ startline)', ...twins]],
  }
}
