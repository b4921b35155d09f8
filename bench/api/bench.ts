import { type Figures, figure, type Row, ratioText, writeReport } from '../harness/report.ts'
import { inRounds, middleOf, ratioOf, type Series } from '../harness/rounds.ts'
import { pinLoad, type Server } from '../harness/server.ts'
import { growth } from './growth.ts'
import { cpuPerCall, cpuPerOp } from './measure.ts'
import { opening } from './opening.ts'
import { startSubjects } from './subjects.ts'
import { apply, eventPage, list, one, publicList, type Workload } from './workloads.ts'

const ROWS = 1000
const FLUSH_OPS = 100

interface Bench {
  name: string
  workload: Workload
  calls: number
  subjects: string[]
}

const ALL = ['startline', 'startline-twin', 'raw-d1', 'parse']

/**
 * The bench of the API: CPU of the server's processes for each request. All servers have the same rows in the same run.
 */
export async function benchApi({ rounds, scale }: { rounds: number; scale: number }): Promise<void> {
  pinLoad()
  const servers = await startSubjects(ROWS)
  const benches: Bench[] = [
    { name: 'list', workload: list, calls: 1200, subjects: ALL },
    { name: 'public list', workload: publicList, calls: 4000, subjects: ['startline', 'startline-twin', 'hello'] },
    { name: 'event page', workload: eventPage, calls: 4000, subjects: ['startline', 'hello'] },
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
      // `parse` is missing where Postgres is not installed.
      const present = subjects.filter((subject) => servers.has(subject))
      results.set(name, await inRounds(rounds, present, measure))
    }
    console.error('flush')
    const startline = servers.get('startline') as Server
    const flush = await inRounds(rounds, ['flush', 'singles'], (subject) =>
      subject === 'flush'
        ? cpuPerOp(startline, { rows: ROWS, requests: Math.ceil(40 * scale), ops: FLUSH_OPS })
        : cpuPerCall(startline, Math.ceil(1000 * scale), apply(ROWS)),
    )
    results.set('flush', flush)
  } finally {
    for (const server of servers.values()) await server.stop()
  }
  const grown = await growth({ rounds, scale })
  const opened = await opening({ rounds })
  reportApi(results, [grown, opened])
}

function reportApi(results: Map<string, Series>, more: { rows: Row[]; figures: Figures[] }[]): void {
  const isMeasured = results.get('list')?.has('parse')
  const note = isMeasured ? PARSE_NOTE : 'parse was not measured, its rows are left out: Postgres is not installed.'
  const rows = [...targets(results), ...more.flatMap((part) => part.rows)]
  const figures = [cpuTable(results), ...more.flatMap((part) => part.figures)]
  writeReport('api', rows, figures, [...NOTES, note])
}

const NOTES = [
  'CPU µs of the server’s process tree for each request (utime + stime of /proc), server pinned to one core, load on the other; every subject once a round, rotated; ratios inside a round, median (lowest–highest).',
  'Our worker is the build, under plain `workerd serve --experimental` with native D1 and `d1_binding_jsrpc`; rate limits are off (plain workerd has no such binding); its log line a request goes to a file.',
  'Every peer checks the same signed session, in the cheapest way its platform has. Peers use a lean schema of their own with no sync, no op records, no conflict detection.',
]

const PARSE_NOTE =
  'parse is Parse Server 9 on Postgres; the processes of both count. An application is one transaction of two writes, the row and the counter, and nothing looks whether registration is open: with that rule in Cloud Code it cost 1.6 to 1.9 times as much.'

function targets(results: Map<string, Series>): Row[] {
  const row = (metric: string, workload: string, bench: string, against: string, limit: number): Row[] => {
    const series = results.get(bench)
    if (!series) throw new Error(`${bench} did not run`)
    if (!series.has(against)) return []
    const measured = ratioOf(series, bench === 'flush' ? 'flush' : 'startline', against)
    const target = `≤ ${limit} × ${against}`
    return [{ metric, workload, measured: ratioText(measured), target, holds: measured.median <= limit }]
  }
  return [
    ...row('list, uncached', '100 rows', 'list', 'parse', 0.25),
    ...row('list, uncached', '100 rows', 'list', 'raw-d1', 1.2),
    ...row('list, public', '100 rows, cached', 'public list', 'hello', 2),
    ...row('page of an event', 'one event', 'event page', 'hello', 2.5),
    ...row('get one', 'random id', 'one', 'parse', 0.5),
    ...row('get one', 'random id', 'one', 'raw-d1', 1.15),
    ...row('apply', 'POST + counter', 'apply', 'parse', 1),
    ...row('apply', 'POST + counter', 'apply', 'raw-d1', 1.7),
    ...row('flush, CPU an op', '100 ops', 'flush', 'singles', 0.18),
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
