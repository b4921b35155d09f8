import type { Env } from '../env.ts'
import type { PageFacts } from './html.ts'
import { pageHeaders } from './page-headers.ts'

/** The page for every address that has no file (web/build/prerender.ts). The development server has one page alone. */
export const SHELL = import.meta.env?.DEV ? '/' : '/shell'

/** What `headersOfPages` gave last: an isolate has one environment. */
let last: { env: Env; headers: Record<string, string> } | undefined

/** The headers of the app's pages. */
export function headersOfPages(env: Env): Record<string, string> {
  // `vite dev` writes its own inline scripts into the page. DEV is false in every build.
  if (last?.env !== env) last = { env, headers: pageHeaders(env, import.meta.env?.DEV === true) }
  return last.headers
}

/** Gives a response the headers of the app's pages. */
export function withHeaders(response: Response, env: Env): Response {
  for (const [name, value] of Object.entries(headersOfPages(env))) response.headers.set(name, value)
  return response
}

/** The app's page with these facts in the place of those of the whole app. */
export async function shellWith(env: Env, origin: string, { title, head, noscript }: PageFacts): Promise<Uint8Array> {
  const shell = await env.ASSETS.fetch(new Request(new URL(SHELL, origin)))
  if (!shell.ok) throw new Error('the build has no page')
  const ofApp = 'meta[name="description"], meta[property^="og:"], meta[name^="twitter:"]'
  const page = new HTMLRewriter()
    .on('head > title', { element: (element) => void element.setInnerContent(title) })
    .on(ofApp, { element: (element) => void element.remove() })
    .on('head', { element: (element) => void element.append(head, { html: true }) })
    .on('noscript', { element: (element) => void element.setInnerContent(noscript, { html: true }) })
    .transform(shell)
  return new Uint8Array(await page.arrayBuffer())
}
