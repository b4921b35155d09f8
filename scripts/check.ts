/**
 * `npm run check`: lint and types run beside the fast tests, which wait often. Each prints what it has to say when it is
 * done.
 */
import { spawn } from 'node:child_process'

/** The scripts of package.json that run one after another in a lane. */
const LANES = [['unit'], ['lint', 'types']]

/** Runs a script of package.json, and prints its output at its end. @returns whether it passed */
function passes(script: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', ['run', '-s', script], { shell: process.platform === 'win32' })
    const output: Buffer[] = []
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (data: Buffer) => output.push(data))
    npm.once('error', reject)
    npm.once('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

const failed: string[] = []
async function run(lane: string[]): Promise<void> {
  for (const script of lane) if (!(await passes(script))) failed.push(script)
}
await Promise.all(LANES.map(run))
if (failed.length > 0) {
  console.error(`check: ${failed.join(', ')} failed`)
  process.exitCode = 1
}
