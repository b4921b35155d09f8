import { startPhone } from '../support/phone.ts'
import type { RemoteBrowser } from './remote-browser.ts'

/** @param backgroundSync false for a Chromium without Background Sync, like other browsers */
export async function startChromium(backgroundSync: boolean): Promise<RemoteBrowser> {
  const phone = await startPhone()
  if (!backgroundSync) {
    await phone.context.addInitScript('delete globalThis.ServiceWorkerRegistration?.prototype.sync')
  }
  return {
    name: backgroundSync ? 'Chromium' : 'Chromium without Background Sync',
    async open(url) {
      await phone.page.goto(url, { waitUntil: 'domcontentloaded' }).catch(() => undefined)
    },
    run: <T>(expression: string) => phone.page.evaluate(expression) as Promise<T>,
    tap: (x, y) => phone.page.mouse.click(x, y),
    restart: phone.restart,
    close: phone.close,
  }
}
