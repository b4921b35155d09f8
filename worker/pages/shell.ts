import type { Env } from '../env.ts'
import type { PageFacts } from './html.ts'
import { pageHeaders } from './page-headers.ts'

/** The page for every address that has no file (web/build/prerender.ts). The development server has one page alone. */
export const SHELL = import.meta.env?.DEV ? '/' : '/shell'

/** Gives a response the headers of the app's pages. */
export function withHeaders(response: Response, env: Env): Response {
  // `vite dev` writes its own inline scripts into the page. DEV is false in every build.
  const headers = pageHeaders(env, import.meta.env?.DEV === true)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** The app's page with these facts in the place of those of the whole app. */
export async function shellWith(env: Env, origin: string, { title, head, noscript }: PageFacts): Promise<string> {
  const shell = await env.ASSETS.fetch(new Request(new URL(SHELL, origin)))
  if (!shell.ok) throw new Error('the build has no page')
  const ofApp = 'meta[name="description"], meta[property^="og:"], meta[name^="twitter:"]'
  return new HTMLRewriter()
    .on('head > title', { element: (element) => void element.setInnerContent(title) })
    .on(ofApp, { element: (element) => void element.remove() })
    .on('head', { element: (element) => void element.append(head, { html: true }) })
    .on('noscript', { element: (element) => void element.setInnerContent(noscript, { html: true }) })
    .transform(shell)
    .text()
}
