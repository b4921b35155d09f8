import { FIRST_SCREEN_SCRIPT_HASH } from '../../contract/first-screen.ts'
import { isEmulatorMode } from '../auth/verify-id-token.ts'
import type { Env } from '../env.ts'
import { endedServiceWorker } from './ended-service-worker.ts'
import { STRICT_TRANSPORT } from './strict-transport.ts'

const POWERS_WE_NEVER_USE = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'midi',
  'browsing-topics',
]

type PolicyEnv = Pick<Env, 'FIREBASE_AUTH_DOMAIN' | 'FIREBASE_AUTH_EMULATOR_HOST' | 'FIREBASE_PROJECT_ID'>

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

/**
 * What a page of the app is sent with (docs/decisions/010).
 * @param inlineScripts allowed in development only
 */
export function pageHeaders(env: PolicyEnv, inlineScripts: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': contentPolicy(env, inlineScripts),
    // Google's sign-in popup must still reach the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': POWERS_WE_NEVER_USE.map((power) => `${power}=()`).join(', '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // Without includeSubDomains: what else the operator's domain serves is not ours to decide.
    'Strict-Transport-Security': STRICT_TRANSPORT,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
}

function contentPolicy(env: PolicyEnv, inlineScripts: boolean): string {
  const emulator = isEmulatorMode(env) ? [`http://${env.FIREBASE_AUTH_EMULATOR_HOST}`] : []
  const loopback = emulator.length > 0 ? ['http://localhost:*', 'http://127.0.0.1:*'] : []
  const authDomain = /^[a-z0-9.-]+$/i.test(env.FIREBASE_AUTH_DOMAIN ?? '')
    ? [`https://${env.FIREBASE_AUTH_DOMAIN}`]
    : []
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    // Firebase loads Google's popup helper; nothing else runs that is not a file of ours.
    // A hash makes browsers ignore 'unsafe-inline'.
    'script-src': [
      "'self'",
      'https://apis.google.com',
      inlineScripts ? "'unsafe-inline'" : `'${FIRST_SCREEN_SCRIPT_HASH}'`,
    ],
    // Radix locks the page's scroll with a <style> of its own, and a cached page cannot carry a fresh nonce.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'data:', ...loopback],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      ...emulator,
    ],
    'frame-src': [...authDomain, ...emulator],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ')
}
