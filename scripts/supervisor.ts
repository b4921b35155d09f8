/**
 * Runs one command and makes sure that it never outlives whoever asked for it.
 * Started by children.ts as the leader of a process group, with an IPC channel whose end means: the parent
 * is gone, however it went. A signal handler in the parent could not see a SIGKILL.
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
