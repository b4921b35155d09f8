import { PROBLEMS, Problem, type ProblemBody, type ProblemCode } from '../contract/problem.ts'
import { parseSyncResponse, type SyncRequest, type SyncResponse } from '../contract/sync.ts'

const TIMEOUT_MS = 30_000
/** "Network Authentication Required" (RFC 6585): a captive portal says so itself. */
const PORTAL_STATUS = 511
/** Bodies above this are worth compressing on one bar of signal. */
const GZIP_FROM_BYTES = 8192

/**
 * Why no answer came. `unreachable`: offline, or the connection broke. `slow`: it took too long, so that a smaller
 * request may get through. `broken`: a failing server, without our words. `foreign`: something other than our server
 * answered (a captive portal).
 */
export type NoAnswerReason = 'unreachable' | 'slow' | 'broken' | 'foreign'

/** No answer, or one that is not ours. Nothing is known of the request's fate; it will be sent again. */
export class NoAnswer extends Error {
  readonly reason: NoAnswerReason

  constructor(reason: NoAnswerReason, cause?: unknown) {
    super(`no answer: ${reason}`, { cause })
    this.name = 'NoAnswer'
    this.reason = reason
  }
}

/** What a call sends, and when it is given up. */
interface Call {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | ArrayBuffer
  /** Gives the call up at once. */
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Tests pass their own. */
  fetch?: typeof fetch
}

/**
 * Calls our API: the only fetch of the app. (The service worker fetches files and pictures by itself.)
 * @param parse reads the body of a success (a schema of contract)
 * @throws Problem as the server told it; NoAnswer where no response of ours came
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
      // Our API never redirects; a captive portal does, and is told from an unreachable network by it.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    json = isJson(response) ? await response.json() : null
  } catch (error) {
    throw new NoAnswer((error as Error | undefined)?.name === 'TimeoutError' ? 'slow' : 'unreachable', error)
  }
  if (response.ok && json !== null) return parsed(json, parse)
  const problem = toProblem(response, json)
  if (problem) throw problem
  // A 5xx without our body is a server that fails; anything else is somebody else's page, or (status 0) a redirect.
  throw new NoAnswer(response.status < 500 || response.status === PORTAL_STATUS ? 'foreign' : 'broken')
}

function parsed<T>(json: unknown, parse: (body: unknown) => T): T {
  try {
    return parse(json)
  } catch (error) {
    throw new NoAnswer('foreign', error)
  }
}

/**
 * Sends one sync request.
 * @param signal gives it up at once: the account logs out, or the network it was sent over is gone
 * @throws Problem and NoAnswer, as `callApi` does
 */
export async function postSync(
  fetchFn: typeof fetch,
  request: SyncRequest,
  signal?: AbortSignal,
): Promise<SyncResponse> {
  const text = JSON.stringify(request)
  const gzip = text.length > GZIP_FROM_BYTES && typeof CompressionStream === 'function'
  return callApi('/api/sync', parseSyncResponse, {
    method: 'POST',
    headers: gzip ? { 'Content-Encoding': 'gzip' } : {},
    body: gzip ? await compressed(text) : text,
    signal,
    fetch: fetchFn,
  })
}

async function compressed(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}

function isJson(response: Response): boolean {
  return /^application\/(problem\+)?json\b/.test(response.headers.get('Content-Type') ?? '')
}

/** The server's problem, rebuilt; null where the body is none of ours. */
function toProblem(response: Response, body: unknown): Problem | null {
  const problem = body as Partial<ProblemBody> | null
  if (typeof problem !== 'object' || typeof problem?.code !== 'string' || !(problem.code in PROBLEMS)) return null
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new Problem(problem.code as ProblemCode, problem.detail ?? '', {
    fields: problem.fields,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}
