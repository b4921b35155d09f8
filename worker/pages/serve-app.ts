import type { Env } from '../env.ts'
import { endedServiceWorker } from './ended-service-worker.ts'
import { FILE_FOLDERS } from './file-folders.ts'
import { publicAnswer } from './public-paths.ts'
import { SHELL, withHeaders } from './shell.ts'

/**
 * Serves what everybody may read and the built app: a file, or the app's page for an address that is no file. Pages get
 * their security headers here, because only the worker knows its mode.
 */
export async function serveApp(request: Request, env: Env): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (env.SERVICE_WORKER === 'off' && pathname === '/service-worker.js') return endedServiceWorker()
  const answer = publicAnswer(request, env)
  if (answer) return answer
  let asset = await env.ASSETS.fetch(request)
  if (asset.status === 404) {
    if (isFile(pathname)) return missing(env)
    asset = await env.ASSETS.fetch(new Request(new URL(SHELL, request.url), request))
  }
  const isPage = asset.headers.get('Content-Type')?.startsWith('text/html') ?? false
  return isPage ? withHeaders(withAbsolutePicture(new Response(asset.body, asset), request.url), env) : asset
}

/**
 * Is this the address of a file? Addresses of the app have no dot, but those of links to an entry and of mails, and
 * none begins with the name of such a folder.
 */
function isFile(pathname: string): boolean {
  const [, folder = '', ...rest] = pathname.split('/')
  if (folder === 'take' || folder === 'unsubscribe') return false
  return /\.[^/]*$/.test(pathname) || (rest.length > 0 && FILE_FOLDERS.includes(folder))
}

/** A browser would take the app's page for the missing script or picture, and a service worker would keep it. */
function missing(env: Env): Response {
  return withHeaders(new Response('Not found', { status: 404 }), env)
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
