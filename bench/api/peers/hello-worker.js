// The limit of a cached answer: workerd itself.
const BODY = '{"ok":true}'
export default { fetch: () => new Response(BODY, { headers: { 'Content-Type': 'application/json' } }) }
