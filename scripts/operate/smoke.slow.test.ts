import { spawn } from 'node:child_process'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { ENDED_SERVICE_WORKER } from '../../worker/pages/ended-service-worker.ts'
import { FILE_FOLDERS } from '../../worker/pages/file-folders.ts'

// What `npm run smoke` says of broken deployments. A small server stands for them, and for Firebase.
// e2e/smoke.spec.ts runs it against the local server.

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=1',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'geolocation=()',
  'Cache-Control': 'no-store',
}
let server: Server
afterEach(() => void server.close())

/** Runs the script against a server that answers with these bodies; 401 to what is not named. @returns the output */
async function smoke(serviceWorker: string, firebase: Record<string, unknown> = {}): Promise<string> {
  server = createServer((request, response: ServerResponse) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const path = request.url?.split('?')[0] ?? ''
    const answers: Record<string, unknown> = {
      '/': '',
      '/marathons': '',
      '/api/health': { ok: true },
      '/api/config': { firebase: { apiKey: 'demo', projectId: 'demo' }, emulatorHost: host },
      ...Object.fromEntries(
        Object.entries(firebase).map(([action, answer]) => [
          `/identitytoolkit.googleapis.com/v1/accounts:${action}`,
          answer,
        ]),
      ),
    }
    if (path === '/service-worker.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(serviceWorker)
    } else if (FILE_FOLDERS.includes(path.split('/')[1] ?? '')) response.writeHead(404, HEADERS).end()
    else if (path in answers) response.writeHead(200, HEADERS).end(JSON.stringify(answers[path]))
    else response.writeHead(401, HEADERS).end('{"code":"UNAUTHENTICATED"}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['scripts/operate/smoke.ts', origin], { stdio: ['ignore', 'pipe', 'inherit'] })
  return text(child.stdout)
}

const REAL = 'precache([{"revision":null,"url":"assets/index-Ab_1-x.js"}])'

it('fails while the kill switch of the service worker is on', { timeout: 30_000 }, async () => {
  const output = await smoke(ENDED_SERVICE_WORKER)
  expect(output).toMatch(/^FAILED {2}the service worker is there.*is SERVICE_WORKER off\?$/m)
  expect(output).toMatch(/ FAILED\n$/)
})

it('names the account that it could not delete', { timeout: 30_000 }, async () => {
  const made = { signUp: { localId: 'uid-of-smoke', idToken: 'a.b.c' }, signInWithPassword: { idToken: 'a.b.c' } }
  const output = await smoke(REAL, made)
  expect(output).toMatch(/^FAILED {2}sign-in: a throwaway account, .*: POST \/api\/jwt answers 401/m)
  expect(output).toMatch(/^Do this by hand: delete the account \(account uid-of-smoke\)\.$/m)
})

it('names the email of an account that may have been made', { timeout: 30_000 }, async () => {
  const output = await smoke(REAL)
  expect(output).toMatch(/^Do this by hand: delete the account \(account smoke-[\w-]+@example\.com\)\.$/m)
})
