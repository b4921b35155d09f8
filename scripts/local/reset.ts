import { rmSync } from 'node:fs'
import { localSettings } from './local-settings.ts'
import { assertPortFree } from './ports.ts'

const { port, stateDir } = localSettings()
try {
  await assertPortFree(port, 'app', 'PORT')
  // Only Startline's own files are deleted, because STATE_DIR may contain other files.
  const ours = ['state', 'accounts', 'session-secret', 'firebase.json', 'firebase-debug.log']
  const logs = ['app.log', 'build.log', 'emulator.log', 'migrations.log']
  for (const name of [...ours, ...logs]) rmSync(`${stateDir}/${name}`, { recursive: true, force: true })
  console.log(`emptied ${stateDir}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
