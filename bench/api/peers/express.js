import express from 'express'
import { isApplication, openStore, uidOf } from './store.js'

const store = openStore(process.env.DATABASE)
const app = express()
const requireUser = (request, response, next) => {
  request.uid = uidOf(request.headers.cookie)
  if (!request.uid) return response.status(401).json({})
  next()
}
app.use(express.json())
app.get('/api/health', (_request, response) => response.json({ ok: true }))
app.get('/api/allMarathon', (_request, response) => response.json(store.publicList()))
app.get('/api/marathons', requireUser, (_request, response) => response.json(store.list()))
app.get('/api/marathons/:id', requireUser, (request, response) => response.json(store.one(request.params.id)))
app.post('/api/marathonApplication', requireUser, (request, response) => {
  if (!isApplication(request.body)) return response.status(422).json({})
  store.apply(request.body, request.uid)
  response.status(201).json({ acknowledged: true, insertedId: request.body._id })
})
app.listen(Number(process.env.PORT), '127.0.0.1')
