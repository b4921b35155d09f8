import { DatabaseSync } from 'node:sqlite'
import { load } from '../harness/load.ts'
import { type Figures, figure, type Row, ratioText } from '../harness/report.ts'
import { inRounds, middleOf, ratioOf } from '../harness/rounds.ts'
import type { Server } from '../harness/server.ts'
import { startWorkerd } from '../harness/workerd.ts'
import { seededDatabase } from '../seed/database.ts'
import { cpuPerCall } from './measure.ts'
import { apply, list, one, syncCall, type Workload } from './workloads.ts'

const SIZES = [1e3, 1e5, 1e6]
const CONNECTIONS = [16, 64, 256, 512]
const FIRST_PORT = 8871
const MAX_GROWTH = 1.15
const MIN_THROUGHPUT = 0.9
const CHANGED = 100

/**
 * Measures how the cost grows with the rows on the server, and with open connections.
 */
export async function growth({ rounds, scale }: { rounds: number; scale: number }) {
  const rows: Row[] = []
  const figures: Figures[] = []
  const servers = new Map<string, Server>()
  const epochs = new Map<string, string>()
  try {
    for (const [index, size] of SIZES.entries()) {
      const database = seededDatabase({ rows: size })
      epochs.set(String(size), epochOf(database))
      servers.set(
        String(size),
        await startWorkerd(`grown-${size}`, { port: FIRST_PORT + index, path: '/api/health', database }),
      )
    }
    const delta: Workload = (size) => () => syncCall('reader', `${epochs.get(String(size))}.${size - CHANGED}`, size, 0)
    const workloads: [string, Workload, number][] = [
      ['list', list, 800],
      ['one', one, 3000],
      ['delta of 100', delta, 800],
      // This comes last, because it gives rows a new seq, and all later deltas contain them.
      ['apply', apply, 1500],
    ]
    const table: Figures = { title: 'CPU µs a request by rows', head: ['workload', ...SIZES.map(String)], rows: [] }
    for (const [name, workload, calls] of workloads) {
      console.error(`rows: ${name}`)
      const series = await inRounds(rounds, [...servers.keys()], (size) =>
        cpuPerCall(servers.get(size) as Server, Math.ceil(calls * scale), workload(Number(size))),
      )
      table.rows.push([name, ...SIZES.map((size) => figure(middleOf(series, String(size))))])
      for (const size of SIZES.slice(1)) {
        const ratio = ratioOf(series, String(size), '1000')
        rows.push({
          metric: 'rows',
          workload: `${name}, 1e3 → ${size}`,
          measured: ratioText(ratio),
          target: `≤ ${MAX_GROWTH} ×`,
          holds: ratio.median <= MAX_GROWTH,
        })
      }
    }
    figures.push(table)
    const smallest = servers.get('1000') as Server
    const connected = await connections(smallest, rounds, scale)
    rows.push(connected.row)
    figures.push(connected.figures)
  } finally {
    for (const server of servers.values()) await server.stop()
  }
  return { rows, figures }
}

async function connections(server: Server, rounds: number, scale: number): Promise<{ row: Row; figures: Figures }> {
  console.error('connections')
  const calls = one(1000)
  const series = await inRounds(rounds, CONNECTIONS.map(String), async (connections) => {
    const total = Math.ceil(6000 * scale) + Number(connections)
    const { seconds } = await load(server.origin, { connections: Number(connections), total }, calls)
    return total / seconds
  })
  const ratio = ratioOf(series, '512', '16')
  return {
    row: {
      metric: 'clients',
      workload: '16 → 512 connections, get one',
      measured: ratioText(ratio),
      target: `throughput ≥ ${MIN_THROUGHPUT} ×`,
      holds: ratio.median >= MIN_THROUGHPUT,
    },
    figures: {
      title: 'Requests a second by connections (get one; server and load have a core each)',
      head: CONNECTIONS.map(String),
      rows: [CONNECTIONS.map((count) => figure(middleOf(series, String(count))))],
    },
  }
}

function epochOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true })
  const row = db.prepare('SELECT epoch FROM clock').get() as { epoch: string }
  db.close()
  return row.epoch
}
