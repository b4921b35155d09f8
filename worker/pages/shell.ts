import { FILLED_IN } from '../../contract/public-marathons.ts'
import type { Env } from '../env.ts'
import type { PageFacts } from './html.ts'
import { pageHeaders } from './page-headers.ts'

/** The page for every address that has no file (web/build/prerender.ts). The development server has one page alone. */
export const SHELL = import.meta.env?.DEV ? '/' : '/shell'
/** The page of an event, whose first screen lacks the event. */
const EVENT = import.meta.env?.DEV ? '/' : '/event'

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
export async function shellWith(env: Env, origin: string, facts: PageFacts): Promise<Uint8Array> {
  const { title, head, noscript, shown } = facts
  const shell = await env.ASSETS.fetch(new Request(new URL(shown ? EVENT : SHELL, origin)))
  if (!shell.ok) throw new Error('the build has no page')
  const ofApp = 'meta[name="description"], meta[property^="og:"], meta[name^="twitter:"]'
  const rewriter = new HTMLRewriter()
  if (shown) fillIn(rewriter, shown, origin)
  const page = rewriter
    .on('head > title', { element: (element) => void element.setInnerContent(title) })
    .on(ofApp, { element: (element) => void element.remove() })
    .on('head', { element: (element) => void element.append(head, { html: true }) })
    .on('noscript', { element: (element) => void element.setInnerContent(noscript, { html: true }) })
    .transform(shell)
  return new Uint8Array(await page.arrayBuffer())
}

/** Writes the event into the first screen that the build has rendered (web/features/public-page/loading-page.tsx). */
function fillIn(rewriter: HTMLRewriter, { title, location, image }: NonNullable<PageFacts['shown']>, origin: string) {
  rewriter
    .on(`[${FILLED_IN}="title"]`, { element: (element) => void element.setInnerContent(title) })
    .on(`[${FILLED_IN}="location"]`, { element: (element) => void element.setInnerContent(location) })
    .on(`[${FILLED_IN}="image"]`, {
      element(element) {
        element.setAttribute('src', image)
        // As the app asks for it (web/ui/pictures/picture.tsx), so that it is fetched once.
        if (/^https?:/.test(image) && !image.startsWith(origin)) element.setAttribute('crossorigin', 'anonymous')
      },
    })
}
