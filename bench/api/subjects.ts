import { join } from 'node:path'
import { type Server, startServer } from '../harness/server.ts'
import { SECRET } from '../harness/session.ts'
import { startWorkerd } from '../harness/workerd.ts'
import { CACHE, placeDatabase, seededDatabase } from '../seed/database.ts'
import { peerDatabase } from '../seed/peer-database.ts'

const FIRST_PORT = 8851
const HEALTH = '/api/health'
/** The peers that run in Node. Each is a file in peers/. */
const NODE_PEERS = ['node-http', 'express', 'fastify']

/** Starts all servers with the same rows. `startline-twin` is a second copy of the worker, to show the noise. */
export async function startSubjects(rows: number): Promise<Map<string, Server>> {
  const servers = new Map<string, Server>()
  let port = FIRST_PORT
  const database = seededDatabase({ rows })
  for (const name of ['startline', 'startline-twin']) {
    servers.set(name, await startWorkerd(name, { port: port++, path: HEALTH, database }))
  }
  servers.set(
    'raw-d1',
    await startWorkerd('raw-d1', { port: port++, path: HEALTH, database, script: 'api/peers/raw-worker.js' }),
  )
  servers.set('hello', await startWorkerd('hello', { port: port++, path: '/', script: 'api/peers/hello-worker.js' }))
  for (const name of NODE_PEERS) {
    const file = join(CACHE, name, 'db.sqlite')
    placeDatabase(peerDatabase(rows), file)
    const env = { PORT: String(port), DATABASE: file, SECRET, NODE_ENV: 'production' }
    const command = [process.execPath, join(import.meta.dirname, `peers/${name}.js`)]
    servers.set(name, await startServer(command, { port, path: HEALTH, env, logFile: join(CACHE, name, 'log') }))
    port += 1
  }
  return servers
}
