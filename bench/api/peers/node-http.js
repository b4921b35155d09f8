// The least that Node allows, written by hand: node:http, and prepared statements that build JSON in SQLite. It has no
// framework and no validation library.
import { createServer } from 'node:http'
import { isApplication, openStore, uidOf } from './store.js'

const store = openStore(process.env.DATABASE)
const JSON_TYPE = { 'Content-Type': 'application/json' }

createServer((request, response) => {
  const { url, method } = request
  const send = (status, text) => response.writeHead(status, JSON_TYPE).end(text)
  if (url === '/api/health') return send(200, '{"ok":true}')
  if (url === '/api/allMarathon') return send(200, JSON.stringify(store.publicList()))
  const uid = uidOf(request.headers.cookie)
  if (!uid) return send(401, '{}')
  if (url.startsWith('/api/marathons?')) return send(200, store.listJson())
  if (url.startsWith('/api/marathons/')) return send(200, store.oneJson(url.slice(15)) ?? '{}')
  if (method === 'POST') {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks))
      if (!isApplication(body)) return send(422, '{}')
      store.apply(body, uid)
      send(201, JSON.stringify({ acknowledged: true, insertedId: body._id }))
    })
    return
  }
  send(404, '{}')
}).listen(Number(process.env.PORT), '127.0.0.1')
