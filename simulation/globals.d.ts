import type * as workers from '@cloudflare/workers-types'

// The simulation holds both sides: the browser's types are global here, the worker's come by name.
declare global {
  type D1Database = workers.D1Database
  type D1PreparedStatement = workers.D1PreparedStatement
  type D1Result<T = unknown> = workers.D1Result<T>
  type RateLimit = workers.RateLimit
  type Fetcher = workers.Fetcher
}
