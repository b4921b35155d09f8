import { spawn } from 'node:child_process'
import { findOrInstallChromium } from './chromium.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Runs Playwright; e2e/global-setup.ts starts the app. `npm run e2e -- some.spec.ts` and E2E_ARGS reach Playwright. */
function runPlaywright(chromiumPath: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const playwright = spawn('playwright', ['test', ...args], {
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH: chromiumPath },
    })
    // Ctrl-C reaches Playwright by itself; this process stays to hand on how it ended.
    for (const signal of SIGNALS) process.on(signal, () => playwright.kill(signal))
    playwright.once('error', reject)
    playwright.once('exit', (code) => resolve(code ?? 1))
  })
}

try {
  const fromEnv = process.env.E2E_ARGS?.split(' ').filter(Boolean) ?? []
  process.exitCode = await runPlaywright(findOrInstallChromium(), [...fromEnv, ...process.argv.slice(2)])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
