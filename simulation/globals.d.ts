import type * as workers from '@cloudflare/workers-types'

// The simulation runs code of the app and of the worker. The browser's types are global here; these are the worker's.
declare global {
  type D1Database = workers.D1Database
  type D1PreparedStatement = workers.D1PreparedStatement
  type D1Result<T = unknown> = workers.D1Result<T>
  type RateLimit = workers.RateLimit
  type Fetcher = workers.Fetcher
  type Queue<Body = unknown> = workers.Queue<Body>
  type SendEmail = workers.SendEmail
  type MessageBatch<Body = unknown> = workers.MessageBatch<Body>
  interface Response {
    readonly webSocket: workers.WebSocket | null
  }
  interface ResponseInit {
    webSocket?: workers.WebSocket | null
  }
}
