import { Agent, request } from 'node:http'

/** One HTTP call of a workload. */
export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What a run of calls took. */
export interface LoadResult {
  seconds: number
  bytes: number
}

/**
 * Makes `total` calls over `connections` kept-alive connections, each with one call under way.
 * @param answered gets the parsed body where given; it costs the load's core, not the server's
 * @throws where an answer is not 2xx: a server that fails fast must not look fast
 */
export async function load(
  origin: string,
  { connections, total }: { connections: number; total: number },
  next: (index: number, lane: number) => Call,
  answered?: (body: string, lane: number) => void,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(origin)
  let started = 0
  let bytes = 0
  const one = (call: Call, lane: number) =>
    new Promise<void>((resolve, reject) => {
      const body = call.body === undefined ? undefined : Buffer.from(call.body)
      const headers: Record<string, string | number> = { ...call.headers }
      if (body) headers['Content-Length'] = body.length
      const sent = request({ hostname, port, agent, method: call.method, path: call.path, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (answered || (answer.statusCode ?? 500) >= 300) chunks.push(chunk)
        })
        answer.on('end', () => {
          if ((answer.statusCode ?? 500) >= 300) {
            const text = Buffer.concat(chunks).toString().slice(0, 300)
            reject(new Error(`${call.method} ${call.path} answers ${answer.statusCode}: ${text}`))
            return
          }
          answered?.(Buffer.concat(chunks).toString(), lane)
          resolve()
        })
        answer.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
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
