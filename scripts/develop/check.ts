/**
 * `npm run check`: lint and types run beside the fast tests, which wait often. Each prints what it has to say when it is
 * done.
 */
import { spawn } from 'node:child_process'

const FAST = ['--exclude', '**/*.{slow,nightly}.test.*']
const NODE = [...FAST, '--mode', 'node']
const WORKER = [...FAST, '--project', 'worker', '--maxWorkers=1', '--outputFile.json=test-results/vitest-worker.json']

interface Part {
  name: string
  command: string
  args: string[]
}
// Node starts a script of package.json itself: each start of npm takes a third of a second of CPU.
const script = (name: string): Part => ({ name, command: process.execPath, args: ['--run', name] })
const tests = (name: string, args: string[]): Part => ({ name, command: 'vitest', args: ['run', ...args] })

/** What runs one after another in a lane. */
const LANES = [[tests('tests in workerd', WORKER)], [tests('tests in Node', NODE)], [script('lint'), script('types')]]

/** Runs a part, and prints its output at its end. @returns whether it passed */
function passes({ command, args }: Part): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { shell: process.platform === 'win32' })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data))
    child.once('error', reject)
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

const failed: string[] = []
async function run(lane: Part[]): Promise<void> {
  for (const part of lane) if (!(await passes(part))) failed.push(part.name)
}
await Promise.all(LANES.map(run))
if (failed.length > 0) {
  console.error(`check: ${failed.join(', ')} failed`)
  process.exitCode = 1
}
