/**
 * Runs one command and ends it when the parent ends. children.ts starts this as the leader of a process group, with an
 * IPC channel. The channel closes when the parent ends, even after a SIGKILL, which no signal handler in the parent can
 * see.
 */
import { spawn } from 'node:child_process'

const GRACE_MS = 8000
const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: 'inherit' })

child.once('error', (error) => {
  console.error(error.message)
  process.exit(127)
})
child.once('exit', (code) => process.exit(code ?? 1))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))

process.once('disconnect', () => {
  child.kill('SIGTERM')
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS)
})
