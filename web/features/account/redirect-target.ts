import { expected } from '../../../contract/errors.ts'
/** The path to open after the login. It returns only a path of this site; undefined for anything else. */
export function redirectTarget(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  try {
    const url = new URL(value, location.origin)
    // A browser reads '//host' and '/\host' as another host. A redirect to /login would lead back here.
    if (url.origin !== location.origin || url.pathname === '/login' || url.pathname === '/register') return undefined
    // The browser normalises the path '/.//host' to '//host', which is another host.
    if (url.pathname.startsWith('//')) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return expected('not-ours')
  }
}
