import { PROBLEMS, Problem, type ProblemBody, type ProblemCode } from '../../contract/problem.ts'

const TIMEOUT_MS = 30_000
/** The path of the sync (post-sync.ts). */
export const SYNC_PATH = '/api/sync'
/** The status "Network Authentication Required" (RFC 6585) of a captive portal. */
const PORTAL_STATUS = 511

/**
 * Why there is no response of our server.
 * - `unreachable`: the phone is offline, or the connection broke.
 * - `slow`: the request took too long. A smaller one may succeed.
 * - `broken`: the server failed, with a response that is not a problem of our API, or with one that this version does
 *   not know.
 * - `foreign`: something other than our server responded, for example a captive portal.
 */
export type NoResponseReason = 'unreachable' | 'slow' | 'broken' | 'foreign'

/**
 * There is no response, or it is not from our server. The server may have processed the request. The caller sends it
 * again.
 */
export class NoResponse extends Error {
  readonly reason: NoResponseReason

  constructor(reason: NoResponseReason, cause?: unknown) {
    super(`no response: ${reason}`, { cause })
    this.name = 'NoResponse'
    this.reason = reason
  }
}

/** A response of our server: the id of its line in the server's log, and when it came, ms by the phone's clock. */
export interface LastResponse {
  requestId: string
  at: number
}

let last: LastResponse | null = null

/** The response to the last sync, or to the last call that failed. People in trouble read it to those who help. */
export function lastResponse(): LastResponse | null {
  return last
}

/** The `fetch` of the platform. Tests pass their own function. */
export type Fetch = typeof fetch

/** The options of a call. */
interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | ArrayBuffer
  /** Cancels the call. */
  signal?: AbortSignal | undefined
  timeoutMs?: number
  fetch?: Fetch | undefined
  /** Called when the response has begun and its body is still on its way. */
  onHead?: (response: Response) => void
}

/**
 * Calls our API. Every request of a page to `/api` goes through this function, except the WebSocket of a live room
 * (web/sync/live-room).
 * @param parse reads the body of a successful response (a schema of contract)
 * @throws Problem if the server reports one; NoResponse if there is no response of our server
 */
export async function callApi<T>(path: string, parse: (body: unknown) => T, call: Call = {}): Promise<T> {
  const { method = 'GET', headers = {}, body = null, signal, timeoutMs = TIMEOUT_MS } = call
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  let json: unknown
  try {
    response = await (call.fetch ?? fetch)(path, {
      method,
      headers: body === null ? headers : { 'Content-Type': 'application/json', ...headers },
      body,
      credentials: 'same-origin',
      // Our API never redirects, but a captive portal does. `manual` lets the code below detect it.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    noteResponse(path, response)
    call.onHead?.(response)
    json = jsonType(response) ? await response.json() : null
  } catch (error) {
    throw new NoResponse((error as Error | undefined)?.name === 'TimeoutError' ? 'slow' : 'unreachable', error)
  }
  if (response.ok && json !== null) {
    try {
      return parse(json)
    } catch (error) {
      throw new NoResponse('foreign', error)
    }
  }
  const problem = toProblem(response, json)
  if (problem) throw problem
  // A 5xx without a problem body comes from a server that fails. Anything else is a page of another server, or a
  // redirect (status 0). No portal sends the content type of a problem (RFC 9457): it is one of a newer server.
  const isFailure = response.status >= 500 && response.status !== PORTAL_STATUS
  throw new NoResponse(isFailure || jsonType(response)?.[1] ? 'broken' : 'foreign')
}

function noteResponse(path: string, { ok, headers }: Response) {
  const requestId = headers.get('X-Request-Id')
  if (requestId && (!ok || path === SYNC_PATH)) last = { requestId, at: Date.now() }
}

/** The content type of a response with JSON, with `problem+` for a problem; null for anything else. */
function jsonType(response: Response): RegExpExecArray | null {
  return /^application\/(problem\+)?json\b/.exec(response.headers.get('Content-Type') ?? '')
}

/** Reads the problem from a response; null if the body is not a problem of our API. */
function toProblem(response: Response, body: unknown): Problem | null {
  const problem = body as Partial<ProblemBody> | null
  if (typeof problem !== 'object' || typeof problem?.code !== 'string' || !(problem.code in PROBLEMS)) return null
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new Problem(problem.code as ProblemCode, problem.detail ?? '', {
    fields: problem.fields,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}
