import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The state of the network.
 * - `up`: it works.
 * - `down`: it drops every connection.
 * - `hang`: it accepts requests and never responds.
 * - `portal`: a captive portal responds to every request with its own page and status 200.
 * - `slow`: it delays every request, like slow 3G.
 * - `api-down`: the server responds to API calls with 502.
 * - `lost-answers`: API calls reach the app, but their responses never come back.
 */
type Weather = 'up' | 'down' | 'hang' | 'portal' | 'slow' | 'api-down' | 'lost-answers'

/** A proxy between a browser and the app. It simulates the network, and deploys of other builds. */
export interface Edge {
  readonly origin: string
  weather: Weather
  /** If set, this folder is served instead of the app's own files. API calls still reach the app. */
  deployed: string | null
  /** All requests that arrived, as `METHOD /path`. */
  readonly seen: string[]
  /** Responses of the edge itself, by path. They replace the files of the app and of `deployed`. */
  readonly overrides: Map<string, { type: string; body: string }>
  /** Origins of other servers behind the edge, by the first part of the path. */
  readonly neighbours: Map<string, string>
  close(): Promise<void>
}

const SLOW_LATENCY_MS = 400
const SLOW_BYTES_PER_S = 50_000
const PORTAL = '<!doctype html><title>Free WiFi</title><h1>Please accept our terms</h1>'
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/**
 * @param upstream the running app's origin
 * @param certificate for localhost; with it, the edge uses HTTPS
 * @param port where it listens; without it on any free port
 */
export async function startEdge(
  upstream: string,
  { certificate, port = 0 }: { certificate?: { key: string; cert: string }; port?: number } = {},
): Promise<Edge> {
  const onRequest = (incoming: IncomingMessage, response: ServerResponse) =>
    void handle(incoming, response).catch(() => response.destroy())
  const server = certificate ? createSecureServer(certificate, onRequest) : createServer(onRequest)
  const sockets = new Set<import('node:net').Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  const origin = `${certificate ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`
  const edge: Edge = {
    origin,
    weather: 'up',
    deployed: null,
    seen: [],
    overrides: new Map(),
    neighbours: new Map(),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(incoming.url ?? '/', origin)
    edge.seen.push(`${incoming.method} ${pathname}`)
    const isApi = pathname.startsWith('/api/')
    switch (edge.weather) {
      case 'down':
        incoming.socket.destroy()
        return
      case 'hang':
        return
      case 'portal':
        response.writeHead(200, { 'Content-Type': TYPES['.html'] }).end(PORTAL)
        return
      case 'api-down':
        if (isApi) {
          response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
          return
        }
        break
      case 'slow':
        await sleep(SLOW_LATENCY_MS)
    }
    const override = edge.overrides.get(pathname)
    if (override) response.writeHead(200, { 'Content-Type': override.type }).end(override.body)
    else if (edge.deployed && !isApi) serveFile(edge.deployed, pathname, response)
    else forward(incoming, response)
  }

  function forward(incoming: IncomingMessage, response: ServerResponse) {
    const [, first = ''] = (incoming.url ?? '/').split('/')
    const target = new URL(incoming.url ?? '/', edge.neighbours.get(first) ?? upstream)
    // The app's server would compress each response anew.
    const headers = { ...incoming.headers, host: target.host, 'accept-encoding': 'identity' }
    if (headers.origin) headers.origin = target.origin
    const isLost = edge.weather === 'lost-answers' && target.pathname.startsWith('/api/')
    // A kept connection may be closed by the app's server at any moment.
    const passed = request(target, { method: incoming.method, headers, agent: false }, (got) => {
      if (isLost) {
        got.resume()
        return
      }
      response.writeHead(got.statusCode ?? 502, got.headers)
      if (edge.weather === 'slow') Readable.from(trickle(got)).pipe(response)
      else got.pipe(response)
    })
    passed.on('error', () => response.destroy())
    incoming.pipe(passed as unknown as Transform)
  }
  return edge
}

async function* trickle(source: IncomingMessage) {
  for await (const chunk of source) {
    yield chunk
    await sleep((chunk.length / SLOW_BYTES_PER_S) * 1000)
  }
}

/** Serves a file like the worker: the page of its path, one for every other path, and 404 for an unknown asset. */
function serveFile(folder: string, pathname: string, response: ServerResponse) {
  const wanted = join(folder, { '/': 'index.html', '/login': 'login.html' }[pathname] ?? pathname)
  const found = existsSync(wanted) && statSync(wanted).isFile()
  if (!found && pathname.startsWith('/assets/')) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found')
    return
  }
  const file = found ? wanted : join(folder, 'shell.html')
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
  })
  createReadStream(file).pipe(response)
}
