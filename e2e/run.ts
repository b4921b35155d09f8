import { spawn } from 'node:child_process'
import { findHeadlessShell, findOrInstallChromium } from '../scripts/local/chromium.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs Playwright; e2e/global-setup.ts starts the app.
 * @param args those of `npm run e2e -- some.spec.ts`
 * @returns Playwright's exit code
 */
function runPlaywright(paths: NodeJS.ProcessEnv, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const playwright = spawn('playwright', ['test', ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...paths },
    })
    // With these handlers, this process does not end on a signal. It waits for Playwright and returns its exit code.
    for (const signal of SIGNALS) process.on(signal, () => playwright.kill(signal))
    playwright.once('error', reject)
    playwright.once('exit', (code) => resolve(code ?? 1))
  })
}

try {
  // A browser that the user names runs all tests.
  const isNamed = Boolean(process.env.CHROMIUM_PATH)
  const chromium = findOrInstallChromium()
  const paths = { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: (!isNamed && findHeadlessShell()) || chromium }
  process.exitCode = await runPlaywright(paths, process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
