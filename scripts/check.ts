/**
 * `npm run check`: lint and types run beside the fast tests, which wait often. Each prints what it has to say when it is
 * done.
 */
import { spawn } from 'node:child_process'

/** The scripts of package.json that run one after another in a lane. */
const LANES = [['unit:worker'], ['unit:node'], ['lint', 'types']]

/** Runs a script of package.json, and prints its output at its end. @returns whether it passed */
function passes(script: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // Node starts the script itself: each start of npm takes a third of a second of CPU.
    const child = spawn(process.execPath, ['--run', script])
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
async function run(lane: string[]): Promise<void> {
  for (const script of lane) if (!(await passes(script))) failed.push(script)
}
await Promise.all(LANES.map(run))
if (failed.length > 0) {
  console.error(`check: ${failed.join(', ')} failed`)
  process.exitCode = 1
}
