/** The path to go back to after signing in, or undefined: only a path of this site, never another host. */
export function redirectTarget(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  try {
    const url = new URL(value, location.origin)
    // '//host' and '/\host' are other hosts to a browser; back to /login would go in circles.
    if (url.origin !== location.origin || url.pathname === '/login' || url.pathname === '/register') return undefined
    // '/.//host' is a path of this site until the browser has normalised it; then it is another host.
    if (url.pathname.startsWith('//')) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}
