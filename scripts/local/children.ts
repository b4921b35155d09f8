import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SUPERVISOR = fileURLToPath(new URL('supervisor.ts', import.meta.url))
const STOP_MS = 10_000
const LOG_TAIL_LINES = 40

/** A running command. `exited` never rejects. */
export interface Child {
  name: string
  exited: Promise<number>
  /** The end of its log, for an error message. */
  logTail(): string
}

/** The commands that one run started. `stop` ends all of them and refuses new ones. */
export interface Children {
  start(name: string, command: string[], options?: { cwd?: string; env?: Record<string, string> }): Child
  /** Starts a command and waits for its end. @throws Error with the end of its log if it fails */
  run(name: string, command: string[], options?: { cwd?: string; env?: Record<string, string> }): Promise<void>
  stop(): Promise<void>
}

/** Each command gets its own process group and a supervisor, and logs to `<logDir>/<name>.log`. */
export function createChildren(logDir: string): Children {
  const running = new Map<ChildProcess, Promise<number>>()
  let stopped = false

  function start(name: string, command: string[], options: { cwd?: string; env?: Record<string, string> } = {}): Child {
    if (stopped) throw new Error('stopped')
    const logPath = join(logDir, `${name}.log`)
    const log = openSync(logPath, 'w')
    const child = spawn(process.execPath, [SUPERVISOR, ...command], {
      cwd: options.cwd ?? ROOT,
      env: {
        ...process.env,
        PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
        ...options.env,
      },
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    const exited = new Promise<number>((resolve) => {
      child.once('error', () => resolve(127))
      child.once('exit', (code) => resolve(code ?? 1))
    }).finally(() => {
      running.delete(child)
      killGroup(child)
    })
    running.set(child, exited)
    return { name, exited, logTail: () => readFileSync(logPath, 'utf8').split('\n').slice(-LOG_TAIL_LINES).join('\n') }
  }

  return {
    start,
    async run(name, command, options) {
      const child = start(name, command, options)
      const code = await child.exited
      if (code !== 0 && !stopped) throw new Error(`${name} failed (exit code ${code}):\n${child.logTail()}`)
    },
    async stop() {
      stopped = true
      const all = [...running]
      for (const [child] of all) child.kill('SIGTERM')
      const overdue = setTimeout(() => all.forEach(([child]) => void killGroup(child)), STOP_MS)
      await Promise.all(all.map(([, exited]) => exited))
      clearTimeout(overdue)
    },
  }
}

/** Ends the processes that an ended command left behind. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is already empty.
  }
}
