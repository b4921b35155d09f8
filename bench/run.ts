/** `npm run bench [-- api page store sync] [-- --quick]`: installs, builds, measures, and writes results/. */
import { spawnSync } from 'node:child_process'

/** The median of fewer rounds is too noisy. `--quick` only checks that a bench runs. */
const ROUNDS = 7
const BENCHES = ['api', 'page', 'store', 'sync']

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const quick = process.argv.includes('--quick')
/** In the child process that measures: the name of its bench. */
const own = process.env.BENCH

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(1)
}

if (own === undefined) {
  const unknown = wanted.find((name) => !BENCHES.includes(name))
  if (unknown) throw new Error(`There is no bench of that name: ${unknown}`)
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', import.meta.dirname])
  run('vite', ['build', '--logLevel', 'warn'])
  // Each bench has its own process. The API's bench pins itself to one core, and its child processes inherit that.
  for (const name of wanted.length > 0 ? wanted : BENCHES) {
    run(process.execPath, [import.meta.filename, ...(quick ? ['--quick'] : [])], { BENCH: name })
  }
} else {
  const options = { rounds: quick ? 1 : ROUNDS, scale: quick ? 0.05 : 1 }
  if (own === 'api') await (await import('./api/bench.ts')).benchApi(options)
  else if (own === 'page') await (await import('./page/bench.ts')).benchPage(options)
  else if (own === 'sync') await (await import('./sync/bench.ts')).benchSync(options)
  else await (await import('./store/bench.ts')).benchStore(options)
}
process.exit(0)
