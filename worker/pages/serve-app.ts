import type { Env } from '../env.ts'
import { endedServiceWorker } from './ended-service-worker.ts'
import { pageHeaders } from './page-headers.ts'

/** A file of the built app. Pages get their security headers here, because only the worker knows its mode. */
export async function serveApp(request: Request, env: Env): Promise<Response> {
  if (env.SERVICE_WORKER === 'off' && new URL(request.url).pathname === '/service-worker.js')
    return endedServiceWorker()
  const asset = await env.ASSETS.fetch(request)
  const isPage = asset.headers.get('Content-Type')?.startsWith('text/html') ?? false
  if (!isPage) return asset
  // An asset of an older build is gone; the HTML shell in its place would be run as a script.
  if (new URL(request.url).pathname.startsWith('/assets/')) {
    return new Response('Not found', {
      status: 404,
      headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    })
  }
  const page = withAbsolutePicture(new Response(asset.body, asset), request.url)
  // `vite dev` writes its own inline scripts into the page. The constant is false in every build.
  const headers = pageHeaders(env, import.meta.env?.DEV === true)
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value)
  return page
}

/** Who shows a link in a chat loads its picture by an absolute address only; the build does not know its host. */
function withAbsolutePicture(page: Response, url: string): Response {
  return new HTMLRewriter()
    .on('meta[property="og:image"]', {
      element: (meta) => void meta.setAttribute('content', new URL(meta.getAttribute('content') ?? '', url).href),
    })
    .transform(page)
}
