import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { FILLED_IN } from '../../contract/public-marathons.ts'
import shell from '../../web/index.html?raw'
import type { Env } from '../env.ts'
import worker from '../index.ts'

/** The app's page with the places that the worker fills in, as the build has it. */
const page = shell.replace(
  '</body>',
  `<img ${FILLED_IN}="image"><bdi ${FILLED_IN}="title"></bdi><bdi ${FILLED_IN}="location"></bdi></body>`,
)
const ASSETS = { fetch: async () => new Response(page, { headers: { 'Content-Type': 'text/html' } }) }

/** What a browser in which nobody signed in is answered. @param path with a host, where another one than localhost */
export async function visit(path: string, init: RequestInit = {}, overrides: Partial<Env> = {}): Promise<Response> {
  const request = new Request<unknown, IncomingRequestCfProperties>(
    new URL(path, 'http://localhost'),
    init as RequestInit<IncomingRequestCfProperties>,
  )
  const own = { ...env, ASSETS: ASSETS as unknown as Env['ASSETS'], ...overrides }
  return await worker.fetch(request, own, createExecutionContext())
}

/** A D1 and the files of the app that count what is asked of them. */
export function counting() {
  const counted = { queries: 0, files: 0 }
  const fetch = () => {
    counted.files += 1
    return ASSETS.fetch()
  }
  const prepare = (query: string) => {
    counted.queries += 1
    return env.DB.prepare(query)
  }
  return {
    counted,
    ASSETS: { fetch } as unknown as Env['ASSETS'],
    DB: { prepare, batch: (list: D1PreparedStatement[]) => env.DB.batch(list) } as unknown as D1Database,
  }
}
