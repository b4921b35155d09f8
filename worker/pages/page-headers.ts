import { INLINE_SCRIPT_HASH } from '../../contract/inline-script-hash.ts'
import { type EmulatorSettings, isEmulatorMode } from '../auth/emulator-mode.ts'
import { STRICT_TRANSPORT } from './strict-transport.ts'

const DENIED_PERMISSIONS = ['microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi', 'browsing-topics']

/** The settings that the policy of a page depends on. */
export type PolicySettings = EmulatorSettings & { FIREBASE_AUTH_DOMAIN?: string | undefined }

/**
 * The headers of a page of the app. Only the running worker knows the auth domain and the emulator, so no file of the build
 * has them. /service-worker.js and /assets/ have no policy: it would forbid the service worker to fetch pictures of other
 * hosts, and a web worker has the policy of its own file, so the scanner may run WebAssembly and the pages may not.
 * @param inlineScripts whether the policy allows all inline scripts; true in development only
 */
export function pageHeaders(env: PolicySettings, inlineScripts: boolean): Record<string, string> {
  return {
    // Without this, WebKit keeps a page that the user left, with its unfinished transactions, and the next page waits
    // for them (docs/decisions/033). The service worker caches the page in spite of this header.
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentPolicy(env, inlineScripts),
    // Google's sign-in popup must be able to reach the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    // The check-in scans entries with the camera.
    'Permissions-Policy': ['camera=(self)', ...DENIED_PERMISSIONS.map((power) => `${power}=()`)].join(', '),
    // The address of an invitation has its token, so not even our own server is told the path. `no-referrer` would make
    // the Origin of writes null.
    'Referrer-Policy': 'strict-origin',
    // There is no includeSubDomains, because the operator may serve other things on subdomains.
    'Strict-Transport-Security': STRICT_TRANSPORT,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
}

function contentPolicy(env: PolicySettings, inlineScripts: boolean): string {
  const emulator = isEmulatorMode(env) ? [`http://${env.FIREBASE_AUTH_EMULATOR_HOST}`] : []
  const loopback = emulator.length > 0 ? ['http://localhost:*', 'http://127.0.0.1:*'] : []
  const authDomain = /^[a-z0-9.-]+$/i.test(env.FIREBASE_AUTH_DOMAIN ?? '')
    ? [`https://${env.FIREBASE_AUTH_DOMAIN}`]
    : []
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    // Firebase loads Google's popup helper from apis.google.com. All other scripts are files of the app, or the one
    // inline script with this hash. Development has no hash, because browsers ignore 'unsafe-inline' beside one.
    'script-src': ["'self'", 'https://apis.google.com', inlineScripts ? "'unsafe-inline'" : `'${INLINE_SCRIPT_HASH}'`],
    // Radix adds a <style> element to stop the page from scrolling, and a cached page cannot have a new nonce.
    'style-src': ["'self'", "'unsafe-inline'"],
    // Organisers name pictures of any host.
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
