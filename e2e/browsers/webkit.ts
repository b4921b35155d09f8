import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RemoteBrowser, tapActions } from './remote-browser.ts'

const START_MS = 30_000

/**
 * Starts WebKitGTK on a virtual display and controls it by WebDriver. It keeps no profile, so it cannot be restarted.
 */
export async function startWebKit(driver: string, miniBrowser: string, port: number): Promise<RemoteBrowser> {
  const child = spawn('xvfb-run', ['-a', driver, `--port=${port}`], { detached: true, stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}`
  const call = async (path: string, body?: object) => {
    const answer = await fetch(base + path, body ? { method: 'POST', body: JSON.stringify(body) } : {})
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  const stop = () => {
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
  }
  try {
    await untilReady(base)
    const { sessionId } = (await call('/session', {
      capabilities: {
        alwaysMatch: {
          acceptInsecureCerts: true,
          timeouts: { script: 30_000, pageLoad: 15_000 },
          'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
        },
      },
    })) as { sessionId: string }
    const session = `/session/${sessionId}`
    return {
      name: 'WebKitGTK',
      async open(url) {
        await call(`${session}/url`, { url }).catch(() => {})
      },
      async run<T>(expression: string) {
        const script = `const done = arguments[0]
          Promise.resolve().then(() => (${expression})).then(
            (value) => done(JSON.stringify(value ?? null)),
            (error) => done(JSON.stringify({ thrown: String(error) })))`
        return JSON.parse((await call(`${session}/execute/async`, { script, args: [] })) as string) as T
      },
      async tap(x, y) {
        await call(`${session}/actions`, tapActions(x, y))
      },
      restart: null,
      async close() {
        await fetch(base + session, { method: 'DELETE' }).catch(() => undefined)
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

async function untilReady(base: string): Promise<void> {
  const gaveUp = Date.now() + START_MS
  while (Date.now() < gaveUp) {
    const answer = await fetch(`${base}/status`).catch(() => null)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error('WebKitWebDriver does not start')
}
