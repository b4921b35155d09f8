// The limit of a cached answer: workerd itself.
const BODY = '{"ok":true}'
/** As long as the page of an event, which has the app's styles in it. */
const PAGE = 'x'.repeat(74_000)
export default {
  fetch: ({ url }) =>
    url.includes('/e/')
      ? new Response(PAGE, { headers: { 'Content-Type': 'text/html' } })
      : new Response(BODY, { headers: { 'Content-Type': 'application/json' } }),
}
