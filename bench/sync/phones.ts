import { join } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { shapeNetwork } from '../harness/browser.ts'
import { type Edge, startEdge } from '../harness/edge-proxy.ts'
import type { Call } from '../harness/load.ts'
import { type Server, startServer } from '../harness/server.ts'
import { sessionCookie } from '../harness/session.ts'
import { startWorkerd } from '../harness/workerd.ts'
import { CACHE, seededDatabase } from '../seed/database.ts'
import { marathonId } from '../seed/rows.ts'

/** The only account of this bench. It owns all rows, so that it may edit all of them. */
const UID = 'owner-of-all'
const CHANGED = 100

/** A server behind an edge, and the page of bench/sync/pages that syncs with it. */
export interface Remote {
  edge: Edge
  page: string
  /** Changes 100 rows, like another phone of the account. */
  touch(): Promise<void>
}

/**
 * Starts all servers and their edges. Each edge also serves the pages of `pagesOrigin`.
 * @param entrants applications to the first marathon
 */
export async function startRemotes(rows: number, ports: { from: number }, pagesOrigin: string, entrants = 0) {
  const servers: Server[] = []
  const edges: Edge[] = []
  const source = seededDatabase({ rows, owner: UID, entrants })
  const behindEdge = async (server: Server) => {
    servers.push(server)
    const edge = await startEdge(server.origin, ports.from++, pagesOrigin)
    edges.push(edge)
    return edge
  }
  const ours = async (): Promise<Remote> => {
    const options = { port: ports.from++, path: '/api/health', database: source, pin: false }
    const server = await startWorkerd(`sync-${rows}-${entrants}`, options)
    return { edge: await behindEdge(server), page: 'startline', touch: () => touchOurs(server) }
  }
  const node = async (file: string, path: string) => {
    const port = ports.from++
    const database = join(CACHE, `${file}-${rows}-${Date.now()}.sqlite`)
    const env = { PORT: String(port), SOURCE: source, DATABASE: database }
    const command = [process.execPath, join(import.meta.dirname, `peers/${file}.js`)]
    return startServer(command, { port, path, env, pin: false, logFile: join(CACHE, `${file}.log`) })
  }
  const touched = (server: Server) => async () => void (await fetch(`${server.origin}/touch`))
  return {
    ours,
    async rxdb(): Promise<Record<'raw' | 'rxdb', Remote>> {
      const server = await node('rxdb-server', '/')
      const remote = { edge: await behindEdge(server), touch: touched(server) }
      return {
        raw: { ...remote, page: 'raw' },
        rxdb: { ...remote, page: 'rxdb' },
      }
    },
    async pouchdb(): Promise<Remote> {
      const server = await node('pouchdb-server', '/ready')
      return { edge: await behindEdge(server), page: 'pouchdb', touch: touched(server) }
    },
    async stop() {
      for (const edge of edges) edge.close()
      for (const server of servers) await server.stop()
    },
  }
}

let touches = 0

async function touchOurs(server: Server): Promise<void> {
  const at = new Date().toISOString()
  touches += 1
  const ops = Array.from({ length: CHANGED }, (_, index) => {
    const patch = { capacity: 10_000 + touches }
    const opId = `touch-${crypto.randomUUID()}`
    // The base is the value of the previous touch. With another base, this touch would clash with it.
    const base = { capacity: touches === 1 ? null : 9999 + touches }
    return { opId, v: 1, type: 'marathon.update', id: marathonId(index), base, patch, at }
  })
  const call: Call = { method: 'POST', path: '/api/sync', body: JSON.stringify({ uid: UID, cursor: null, ops }) }
  const headers = { Cookie: sessionCookie(UID), 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  const response = await fetch(server.origin + call.path, { method: call.method, headers, body: call.body ?? null })
  const { results } = (await response.json()) as { results: { status: string }[] }
  if (results.length !== CHANGED || results.some((one) => one.status !== 'applied')) throw new Error('touch failed')
}

/** A phone with an empty profile, on the page of a remote. */
export class Phone {
  private readonly page: Page
  private readonly session: CDPSession
  private readonly remote: Remote

  private constructor(page: Page, session: CDPSession, remote: Remote) {
    this.page = page
    this.session = session
    this.remote = remote
  }

  static async open(browser: Browser, remote: Remote): Promise<Phone> {
    const context = await browser.newContext()
    const [name = '', value = ''] = sessionCookie(UID).split('=')
    await context.addCookies([{ name, value, url: remote.edge.origin }])
    const page = await context.newPage()
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        !message.text().includes('404') &&
        console.error(`  ${remote.page}: ${message.text()}`),
    )
    await page.goto(`${remote.edge.origin}/bench-pages/${remote.page}.html`)
    await page.waitForFunction('globalThis.bench')
    await page.evaluate(`bench.open(${JSON.stringify({ uid: UID })})`)
    return new Phone(page, await context.newCDPSession(page), remote)
  }

  /** Runs one sync. @returns its seconds, its number of requests, and the bytes of their responses */
  async sync({ shaped = true } = {}): Promise<{ seconds: number; requests: number; bytes: number }> {
    await shapeNetwork(this.session, shaped)
    this.remote.edge.reset()
    const ms = (await this.page.evaluate(
      '(async () => { const t = performance.now(); await bench.sync(); return performance.now() - t })()',
    )) as number
    return { seconds: ms / 1000, requests: this.remote.edge.requests, bytes: this.remote.edge.bytes }
  }

  /** The marathons on the phone; with `entrants` the applications. */
  count(entrants = false): Promise<number> {
    return this.page.evaluate(`bench.count(${entrants})`) as Promise<number>
  }

  /** Slows the phone's CPU by this factor. */
  async slowDown(rate: number): Promise<void> {
    await this.session.send('Emulation.setCPUThrottlingRate', { rate })
  }

  /** Runs one sync, and looks at what is alive again and again. @returns the most bytes of live objects */
  async heapOfSync(): Promise<number> {
    await shapeNetwork(this.session, false)
    let isOver = false
    const sync = this.page.evaluate('bench.sync()').finally(() => {
      isOver = true
    })
    let most = 0
    while (!isOver) {
      await this.session.send('HeapProfiler.collectGarbage')
      most = Math.max(most, (await this.session.send('Runtime.getHeapUsage')).usedSize)
    }
    await sync
    return most
  }

  async edit(count: number): Promise<void> {
    await this.page.evaluate(`bench.edit(${count}, ${JSON.stringify(`edit ${Date.now()}`)})`)
  }

  close(): Promise<void> {
    return this.page.context().close()
  }
}
