// The service worker may end a session while no page is open, and it cannot reach localStorage, where the kept screens
// are. So it leaves a mark. When it serves the next page, it passes the mark on, and the inline script deletes the screens
// before it shows one.

/** The mark: an empty cache, and then the attribute `data-forget-screens` of the page. */
const MARK = 'forget-screens'

/** Makes the next page delete all kept screens. Only the service worker calls this. */
export async function forgetScreensAtStart(): Promise<void> {
  await caches.open(MARK)
}

/** Takes the mark away. @returns whether there was one */
export function takeForgetMark(): Promise<boolean> {
  return caches.delete(MARK).catch(() => false)
}

/** @returns the page `index.html` with the mark for the inline script */
export async function withForgetMark(page: Response): Promise<Response> {
  const html = (await page.text()).replace('<html', `<html data-${MARK}`)
  const headers = new Headers(page.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(html, { headers })
}
