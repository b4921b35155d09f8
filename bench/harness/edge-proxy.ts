import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The content types that an edge compresses. */
const TEXT = /^(text\/|application\/(json|javascript|manifest\+json|problem\+json)|image\/svg)/
const BROTLI_QUALITY = 4
const MIN_BYTES = 512
const PAGES = '/bench-pages/'

export interface Edge {
  origin: string
  /** Number of requests since the last `reset`. */
  requests: number
  /** Bytes of the bodies of its responses since the last `reset`, as sent. */
  bytes: number
  reset(): void
  close(): void
}

/**
 * A proxy in front of a server, like Cloudflare's edge. It compresses text responses if the browser accepts that. Every
 * peer has one, so that the results do not depend on whether its own server compresses.
 * @param pages the origin of `/bench-pages/…`, so that a page and its server have the same origin for the browser
 */
export async function startEdge(target: string, port: number, pages?: string): Promise<Edge> {
  const edge: Edge = {
    origin: `http://localhost:${port}`,
    requests: 0,
    bytes: 0,
    reset: () => {
      edge.requests = 0
      edge.bytes = 0
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
    // The Host header stays the browser's, because the server compares it with the Origin header.
    const upstream = request({ ...options, headers: incoming.headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const headers = { ...response.headers }
        const accepted = String(incoming.headers['accept-encoding'] ?? '')
        const small = body.length < MIN_BYTES || !TEXT.test(String(headers['content-type'] ?? ''))
        const send = (encoding: string | null, bytes: Buffer) => {
          delete headers['transfer-encoding']
          if (encoding) headers['content-encoding'] = encoding
          headers['content-length'] = String(bytes.length)
          if (!isPage) edge.bytes += bytes.length
          outgoing.writeHead(response.statusCode ?? 502, headers).end(incoming.method === 'HEAD' ? undefined : bytes)
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
  // A WebSocket passes as it is.
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const { hostname, port: targetPort } = new URL(target)
    const upstream = connect(Number(targetPort), hostname, () => {
      const headers = rawHeaders.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('')
      upstream.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const end of [upstream, socket]) end.on('error', () => [upstream, socket].map((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return edge
}
