import { type Call, load } from '../harness/load.ts'
import { cpuSeconds } from '../harness/process-cpu.ts'
import type { Server } from '../harness/server.ts'
import { syncCall } from './workloads.ts'

/** The part of the calls that are made before each measurement, to warm up compilers and caches. */
const WARM_PART = 0.15
const LANES = 16
const OPS_AN_ACCOUNT = 1000

/** CPU microseconds of the server's processes for each of `total` calls. */
export async function cpuPerCall(
  server: Server,
  total: number,
  calls: (index: number, lane: number) => Call,
): Promise<number> {
  await load(server.origin, { connections: LANES, total: Math.ceil(total * WARM_PART) }, calls)
  const before = cpuSeconds(server.pid)
  await load(server.origin, { connections: LANES, total }, calls)
  return ((cpuSeconds(server.pid) - before) / total) * 1e6
}

/** CPU microseconds for each op of sync requests with `ops` ops. Each account also pulls the rows since its cursor. */
export async function cpuPerOp(
  server: Server,
  { rows, requests, ops }: { rows: number; requests: number; ops: number },
): Promise<number> {
  // The number of applications of an account is limited. The next account continues with the same cursor.
  const flusher = crypto.randomUUID()
  let sent = 0
  const uid = () => `flusher-${flusher}-${Math.floor((sent++ * ops) / OPS_AN_ACCOUNT)}`
  let cursor = await headCursor(server, uid())
  const take = (body: string) => {
    const response = JSON.parse(body) as { cursor: string; results: { status: string }[] }
    if (response.results.some((result) => result.status !== 'applied')) throw new Error('an op was not applied')
    cursor = response.cursor
  }
  const run = (total: number) =>
    load(server.origin, { connections: 1, total }, () => syncCall(uid(), cursor, rows, ops), take)
  await run(1)
  const before = cpuSeconds(server.pid)
  await run(requests)
  return ((cpuSeconds(server.pid) - before) / (requests * ops)) * 1e6
}

/** The cursor of an account that has pulled everything. */
async function headCursor(server: Server, uid: string): Promise<string> {
  for (let cursor: string | null = null; ; ) {
    const { method, path, headers, body } = syncCall(uid, cursor, 1, 0)
    const response = await fetch(server.origin + path, { method, headers: headers ?? {}, body: body ?? null })
    const page = (await response.json()) as { cursor: string; more: boolean }
    if (!page.more) return page.cursor
    cursor = page.cursor
  }
}
