import { Agent, request } from 'node:http'

/** One HTTP call of a workload. */
export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** How calls are made. */
interface Lanes {
  /** Keep-alive connections, with one call at a time on each. */
  connections: number
  /** Calls of all connections together. */
  total: number
  /**
   * If given, each connection is opened by a GET of `path` that is not measured. Then `begin` is called, and the calls
   * begin. Without it, the connections are opened in the measured time.
   */
  opened?: { path: string; begin: () => void }
}

/** The time and the response bytes of a run of calls. */
export interface LoadResult {
  seconds: number
  bytes: number
}

/**
 * Makes calls over keep-alive connections.
 * @param refused whether this status is an answer that the workload expects, besides 2xx
 * @param answered gets the text of each body. Its work runs on the core of the load, not on the server's
 * @throws Error for a response that is not 2xx: a server that fails fast must not look fast
 */
export async function load(
  origin: string,
  { connections, total, opened }: Lanes,
  next: (index: number, lane: number) => Call,
  answered?: (body: string, lane: number) => void,
  refused: (status: number) => boolean = () => false,
): Promise<LoadResult> {
  // An agent closes free sockets beyond 256 unless it is told to keep them.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  const { hostname, port } = new URL(origin)
  let started = 0
  let isOpen = false
  let bytes = 0
  const isFailure = (status = 500) => status >= 300 && !refused(status)
  const one = (call: Call, lane: number) =>
    new Promise<void>((resolve, reject) => {
      const body = call.body === undefined ? undefined : Buffer.from(call.body)
      const headers: Record<string, string | number> = { ...call.headers }
      if (body) headers['Content-Length'] = body.length
      const sent = request({ hostname, port, agent, method: call.method, path: call.path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (answered || isFailure(response.statusCode)) chunks.push(chunk)
        })
        response.on('end', () => {
          if (isOpen && !sent.reusedSocket) reject(new Error('a call had to connect first'))
          if (isFailure(response.statusCode)) {
            const text = Buffer.concat(chunks).toString().slice(0, 300)
            reject(new Error(`${call.method} ${call.path} answers ${response.statusCode}: ${text}`))
            return
          }
          answered?.(Buffer.concat(chunks).toString(), lane)
          resolve()
        })
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const open = (path: string) =>
    Promise.all(Array.from({ length: connections }, (_, index) => one({ method: 'GET', path }, index)))
  if (opened) {
    await open(opened.path)
    bytes = 0
    isOpen = true
    opened.begin()
  }
  const start = process.hrtime.bigint()
  const lane = async (index: number) => {
    while (started < total) await one(next(started++, index), index)
  }
  try {
    await Promise.all(Array.from({ length: connections }, (_, index) => lane(index)))
  } finally {
    agent.destroy()
  }
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, bytes }
}
