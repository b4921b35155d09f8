import { readFileSync } from 'node:fs'
import { startApp } from './app.ts'
import { createChildren } from './children.ts'
import { localSettings } from './local-settings.ts'

const PARENT_CHECK_MS = 1000

/** Runs a local Startline in the foreground until a signal, the end of npm, or the death of a part. */
export async function runLocal(mode: 'built' | 'dev'): Promise<void> {
  let stopping = false
  let children: ReturnType<typeof createChildren> | undefined
  const stop = async () => {
    if (stopping) return
    stopping = true
    await children?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  stopWithNpm(stop)

  try {
    const settings = localSettings()
    children = createChildren(settings.stateDir)
    const { died } = await startApp(children, settings, mode)
    console.log(`ready on ${settings.origin}`)
    await died
  } catch (error) {
    if (stopping) return
    stopping = true
    console.error(error instanceof Error ? error.message : error)
    await children?.stop()
    process.exit(1)
  }
}

/** Calls `stop` when npm ends. An npm that is killed by SIGKILL sends no signal to its script, which would run on. */
function stopWithNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const npm = npmPid()
  setInterval(() => {
    if (npmPid() !== npm) stop()
  }, PARENT_CHECK_MS).unref()
}

/** The pid of npm. It is the parent of this process, or, on most machines, the parent of the shell between them. */
function npmPid(): number {
  try {
    const [, command = '', parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return command.endsWith('sh') ? Number(parent) : process.ppid
  } catch {
    return process.ppid
  }
}
