import fastify from 'fastify'
import { isApplication, openStore, uidOf } from './store.js'

const store = openStore(process.env.DATABASE)
const app = fastify()
const signedIn = {
  preHandler: async (request, reply) => {
    request.uid = uidOf(request.headers.cookie)
    if (!request.uid) return reply.code(401).send({})
  },
}
app.decorateRequest('uid', '')
app.get('/api/health', async () => ({ ok: true }))
app.get('/api/allMarathon', async () => store.publicList())
app.get('/api/marathons', signedIn, async () => store.list())
app.get('/api/marathons/:id', signedIn, async (request) => store.one(request.params.id))
app.post('/api/marathonApplication', signedIn, async (request, reply) => {
  if (!isApplication(request.body)) return reply.code(422).send({})
  store.apply(request.body, request.uid)
  return reply.code(201).send({ acknowledged: true, insertedId: request.body._id })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
