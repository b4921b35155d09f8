import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_MS = 60_000
const SERVER_CORE = '0'
const LOAD_CORE = '1'

/** A server under test. */
export interface Server {
  origin: string
  pid: number
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/** Starts a command on the servers' core and waits until `path` responds. Its output goes to a file. */
export async function startServer(
  command: string[],
  options: { port: number; path: string; env?: Record<string, string>; cwd?: string; logFile: string; pin?: boolean },
): Promise<Server> {
  const { port, path, env = {}, cwd, logFile, pin = true } = options
  const [file = '', ...args] = pin ? ['taskset', '-c', SERVER_CORE, ...command] : command
  const log = openSync(logFile, 'w')
  const child = spawn(file, args, { env: { ...process.env, ...env }, cwd, stdio: ['ignore', log, log] })
  closeSync(log)
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const origin = `http://127.0.0.1:${port}`
  const gaveUp = Date.now() + READY_MS
  for (;;) {
    const response = await fetch(origin + path, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) break
    if (child.exitCode !== null || Date.now() > gaveUp) {
      child.kill('SIGKILL')
      throw new Error(`${command.join(' ')} does not answer ${path} (${response?.status}); see ${logFile}`)
    }
    await sleep(100)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      const overdue = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(overdue)
    },
  }
}

/** Pins this process, which makes the load, to a core that the servers do not use. */
export function pinLoad(): void {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', LOAD_CORE, String(process.pid)], { stdio: 'ignore' })
  } catch {
    throw new Error('The benches need Linux with taskset and two cores.')
  }
}
