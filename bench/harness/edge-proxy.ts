import { createServer, request } from 'node:http'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What an edge in front of the origin compresses on the fly. */
const TEXT = /^(text\/|application\/(json|javascript|manifest\+json|problem\+json)|image\/svg)/
const BROTLI_QUALITY = 4
const MIN_BYTES = 512
const PAGES = '/bench-pages/'

export interface Edge {
  origin: string
  /** Requests that passed since the last `reset`. */
  requests: number
  reset(): void
  close(): void
}

/**
 * Stands in front of a server as Cloudflare's edge does: answers of text are compressed where the browser takes that.
 * Every peer stands behind one, so that none is judged by the compression that its own server lacks.
 * @param pages where `/bench-pages/…` comes from, so that a page and its server share an origin
 */
export async function startEdge(target: string, port: number, pages?: string): Promise<Edge> {
  const edge: Edge = {
    origin: `http://localhost:${port}`,
    requests: 0,
    reset: () => {
      edge.requests = 0
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer((incoming, outgoing) => {
    const isPage = pages !== undefined && incoming.url?.startsWith(PAGES) === true
    if (!isPage) edge.requests += 1
    const { hostname, port: targetPort } = new URL(isPage ? pages : target)
    const path = isPage ? `/${incoming.url?.slice(PAGES.length)}` : incoming.url
    const options = { hostname, port: targetPort, method: incoming.method, path }
    // The host stays the browser's, for the origin compares it with the Origin header.
    const upstream = request({ ...options, headers: incoming.headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const headers = { ...answer.headers }
        const accepted = String(incoming.headers['accept-encoding'] ?? '')
        const small = body.length < MIN_BYTES || !TEXT.test(String(headers['content-type'] ?? ''))
        const send = (encoding: string | null, bytes: Buffer) => {
          delete headers['transfer-encoding']
          if (encoding) headers['content-encoding'] = encoding
          headers['content-length'] = String(bytes.length)
          outgoing.writeHead(answer.statusCode ?? 502, headers).end(incoming.method === 'HEAD' ? undefined : bytes)
        }
        if (small || headers['content-encoding']) send(null, body)
        else if (accepted.includes('br')) {
          const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
          brotliCompress(body, { params }, (error, bytes) => (error ? send(null, body) : send('br', bytes)))
        } else if (accepted.includes('gzip')) {
          gzip(body, (error, bytes) => (error ? send(null, body) : send('gzip', bytes)))
        } else send(null, body)
      })
    })
    upstream.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return edge
}
