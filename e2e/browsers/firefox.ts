import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RemoteBrowser, tapActions } from './remote-browser.ts'

const START_MS = 30_000
const PREFS = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // A remote-controlled Firefox does not notice a lost link without this setting.
  'network.manage-offline-status': true,
}

/** Starts Firefox with a new profile and controls it by WebDriver BiDi. */
export async function startFirefox(binary: string): Promise<RemoteBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'startline-firefox-'))
  const prefs = Object.entries(PREFS).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), prefs.join(''))
  let running = await launch(binary, profile)
  return {
    name: 'Firefox',
    async open(url) {
      // A navigation that fails is an error here. The caller checks the content of the page instead.
      await running
        .send('browsingContext.navigate', { context: running.context, url, wait: 'interactive' })
        .catch(() => {})
    },
    async run<T>(expression: string) {
      const { result } = await running.send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context: running.context },
        awaitPromise: true,
      })
      return JSON.parse((result as { value: string }).value) as T
    },
    async tap(x, y) {
      await running.send('input.performActions', { context: running.context, ...tapActions(x, y) })
    },
    async restart() {
      await kill(running.child)
      running = await launch(binary, profile)
    },
    async close() {
      await kill(running.child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function launch(binary: string, profile: string) {
  const child = spawn(binary, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Firefox does not start')), START_MS)
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
  })
  const send = await connect(`${address}/session`)
  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context
  if (!context) throw new Error('Firefox has no tab')
  return { child, send, context }
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: BidiAnswer) => void>()
  let last = 0
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as BidiAnswer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  // All waiting commands fail when the browser has ended.
  socket.onclose = () => {
    for (const [id, answer] of waiting) answer({ id, error: 'closed', message: 'the browser is gone' })
    waiting.clear()
  }
  return (method, params) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error(`${method}: the browser is gone`))
      last += 1
      waiting.set(last, ({ result, error, message }) => {
        if (result && result.type !== 'exception') resolve(result)
        else reject(new Error(`${method}: ${error ?? ''} ${message ?? JSON.stringify(result?.exceptionDetails ?? '')}`))
      })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}

interface BidiAnswer {
  id: number
  result?: Record<string, unknown>
  error?: string
  message?: string
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return resolve()
    child.once('exit', () => resolve())
    process.kill(-child.pid, 'SIGKILL')
  })
}
