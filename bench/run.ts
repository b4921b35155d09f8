/** `npm run bench [-- api sync store page] [-- --quick]`: runs the benches and writes results/. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The median of fewer rounds is too noisy. `--quick` only checks that a bench runs. */
const ROUNDS = 7

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const quick = process.argv.includes('--quick')
const options = { rounds: quick ? 1 : ROUNDS, scale: quick ? 0.05 : 1 }

if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  const install = ['install', '--no-audit', '--no-fund', '--prefix', import.meta.dirname]
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) process.exit(1)
}
if (wanted.length !== 1) {
  // Each bench has its own process. The API's bench pins itself to one core, and its child processes inherit that.
  for (const name of wanted.length > 0 ? wanted : ['api', 'page', 'store', 'sync']) {
    const args = [import.meta.filename, name, ...(quick ? ['--quick'] : [])]
    if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exit(1)
  }
  process.exit(0)
}
const [name] = wanted
if (name === 'api') await (await import('./api/bench.ts')).benchApi(options)
else if (name === 'page') await (await import('./page/bench.ts')).benchPage(options)
else if (name === 'sync') await (await import('./sync/bench.ts')).benchSync(options)
else if (name === 'store') await (await import('./store/bench.ts')).benchStore(options)
else throw new Error(`There is no bench of that name: ${name}`)
process.exit(0)
