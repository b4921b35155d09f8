import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { FILE_FOLDERS } from '../worker/pages/file-folders.ts'
import { emulatorHost } from './support/account.ts'

// `npm run smoke`, against the local server in the place of a deployment.

interface Run {
  status: number | null
  output: string
}

/** Runs the script. The test's own process goes on meanwhile, because the proxy below is in it. */
function smoke(...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, ['scripts/operate/smoke.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', async (status) => resolve({ status, output: (await output).join('') }))
  })
}

/** What smoke tests have left: accounts of the emulator, and titles in the public list. */
async function leftovers(origin: string): Promise<string[]> {
  const accounts = await fetch(
    `http://${await emulatorHost(origin)}/identitytoolkit.googleapis.com/v1/projects/demo-startline/accounts:query`,
    { method: 'POST', headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }, body: '{}' },
  )
  const { userInfo } = (await accounts.json()) as { userInfo: { email?: string }[] }
  const marathons = (await (await fetch(`${origin}/api/allMarathon`)).json()) as { title: string }[]
  const named = [...userInfo.map(({ email = '' }) => email), ...marathons.map(({ title }) => title)]
  return named.filter((name) => /^smoke/i.test(name))
}

/** A proxy that answers 503 to the requests that send this op, and passes on all others. */
async function startProxyWithout(op: string, upstream: string) {
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming)
    if (body.includes(`"${op}"`)) {
      response.writeHead(503).end('the database is gone')
      return
    }
    const target = new URL(incoming.url ?? '/', upstream)
    const headers = { ...incoming.headers, host: target.host, origin: target.origin }
    // A kept connection may be closed by the server at any moment.
    const passed = request(target, { method: incoming.method, headers, agent: false }, (got) => {
      response.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(response)
    })
    passed.on('error', () => response.destroy())
    passed.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { origin, close }
}

test('a missing file of any folder is a 404, and no page leaves without its headers', async ({ baseURL }) => {
  const folders = readdirSync('web/public', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.map(({ name }) => name)
  expect([...names, 'assets'].sort()).toEqual(FILE_FOLDERS)
  const missing = FILE_FOLDERS.flatMap((folder) => [`/${folder}/`, `/${folder}/none`, `/${folder}/none/none.png`])
  const app = ['/', '/index.html', '/marathons', '/marathons/some-id', '/no/such/page', '/icons', '//icons/none']
  for (const path of [...missing, '/none.svg', '/fonts/none.woff2', '/marathons/none.html', ...app]) {
    // Of an address that ends with a slash, a server that gives redirects may not end with the page either.
    const response = await fetch((baseURL as string) + path)
    expect([path, response.status]).toEqual([path, app.includes(path) ? 200 : 404])
    expect([path, response.headers.get('X-Frame-Options')]).toEqual([path, 'DENY'])
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
  for (const name of names) {
    const [file = ''] = readdirSync(`web/public/${name}`)
    const response = await fetch(`${baseURL}/${name}/${file}`)
    expect([name, response.status, response.headers.get('Content-Type')?.split('/')[0]]).toEqual([name, 200, 'image'])
  }
})

test('passes against the local server, and leaves nothing', async ({ baseURL }) => {
  const origin = baseURL as string
  const { status, output } = await smoke(`${origin}/`)
  expect(output).not.toContain('FAILED')
  for (const step of ['health', 'security headers', 'refused without a token', 'edit it', 'apply to it', 'withdraw'])
    expect(output).toContain(step)
  expect(output.trim().endsWith(`${origin} works`)).toBe(true)
  expect(status).toBe(0)
  // A public list may be a second old.
  await expect.poll(() => leftovers(origin)).toEqual([])
})

for (const op of ['marathon.create', 'application.create', 'application.delete', 'marathon.delete']) {
  test(`says which step failed, and cleans up, where the server fails at ${op}`, async ({ baseURL }) => {
    const proxy = await startProxyWithout(op, baseURL as string)
    try {
      const { status, output } = await smoke(proxy.origin)
      expect(output).toMatch(/FAILED {2}[^\n]+: POST \/api\/sync answers 503: the database is gone\n/)
      expect(output).toContain('clean up: delete the account')
      expect(output).not.toContain('by hand')
      expect(status).toBe(1)
    } finally {
      await proxy.close()
    }
    await expect.poll(() => leftovers(baseURL as string)).toEqual([])
  })
}

test('cleans up when it is stopped', async ({ baseURL }) => {
  const child = spawn(process.execPath, ['scripts/operate/smoke.ts', baseURL as string], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let isStopped = false
  child.stdout.on('data', (part) => {
    output += part
    if (isStopped || !output.includes('ok      create a marathon')) return
    isStopped = true
    child.kill('SIGINT')
  })
  const status = await new Promise((resolve) => child.once('close', resolve))
  expect(output).toContain('stopped by SIGINT')
  expect(output).toContain('ok      clean up: delete the account')
  expect(status).toBe(1)
  await expect.poll(() => leftovers(baseURL as string)).toEqual([])
})

test('explains a wrong address, and a server that is not there, in a line', async () => {
  expect(await smoke('run.example')).toEqual({
    status: 1,
    output: 'name the deployment: npm run smoke -- https://run.example\n',
  })
  const { status, output } = await smoke('http://127.0.0.1:9')
  expect(output).toMatch(/^FAILED {2}health[^\n]+\nhttp:\/\/127\.0\.0\.1:9 FAILED\n$/)
  expect(status).toBe(1)
})
