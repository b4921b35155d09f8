/**
 * `npm run doctor` says what is missing or wrong, and changes nothing. This file is JavaScript, because the Node
 * outside of node_modules may not run TypeScript. It checks only what scripts/doctor/run.ts needs to start.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const needed = ['node_modules/wrangler', 'node_modules/@playwright/test']
const root = new URL('../..', import.meta.url)
const isThere = (path) => existsSync(new URL(path, root))
const isInstalled = needed.every(isThere)
if (isInstalled && process.features.typescript) {
  await import('./run.ts')
} else {
  const place = fileURLToPath(root)
  console.log(
    isInstalled && isThere('node_modules/.bin/node')
      ? `PROBLEM  Node: ${process.version} is too old. Run npm run doctor, which takes the Node of node_modules.`
      : `PROBLEM  packages: node_modules lacks packages. Run npm install in ${place}.`,
  )
  process.exitCode = 1
}
