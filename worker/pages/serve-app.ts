import type { Env } from '../env.ts'
import { endedServiceWorker } from './ended-service-worker.ts'
import { pageHeaders } from './page-headers.ts'

/** Serves a file of the built app. Pages get their security headers here, because only the worker knows its mode. */
export async function serveApp(request: Request, env: Env): Promise<Response> {
  if (env.SERVICE_WORKER === 'off' && new URL(request.url).pathname === '/service-worker.js')
    return endedServiceWorker()
  const asset = await env.ASSETS.fetch(request)
  const isPage = asset.headers.get('Content-Type')?.startsWith('text/html') ?? false
  if (!isPage) return asset
  // Static assets return the HTML page for a missing file. An asset of an older build must be a 404 instead: the
  // browser would take the HTML for a script.
  if (new URL(request.url).pathname.startsWith('/assets/')) {
    return new Response('Not found', {
      status: 404,
      headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    })
  }
  const page = withAbsolutePicture(new Response(asset.body, asset), request.url)
  // `vite dev` writes its own inline scripts into the page. DEV is false in every build.
  const headers = pageHeaders(env, import.meta.env?.DEV === true)
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value)
  return page
}

/**
 * Makes the address of the page's og:image absolute. Chat apps load the picture of a link by an absolute address only,
 * and the build does not know the host that serves it.
 */
function withAbsolutePicture(page: Response, url: string): Response {
  return new HTMLRewriter()
    .on('meta[property="og:image"]', {
      element: (meta) => void meta.setAttribute('content', new URL(meta.getAttribute('content') ?? '', url).href),
    })
    .transform(page)
}
