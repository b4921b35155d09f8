import type { Plugin } from 'vite'

/** A module of the service worker that is evaluated when it is first asked for. */
const LATER = /\bimport\(('\.\/[\w-]+\.ts')\)/g

/**
 * Lets the development server's service worker have all its modules from the start. A service worker may not call
 * `import()`. The build has all modules in one file, and no such call.
 */
export const eagerServiceWorker = (): Plugin => ({
  name: 'eager-service-worker',
  apply: 'serve',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/background\/service-worker\/[\w-]+\.ts(\?|$)/.test(id)) return
    const imports: string[] = []
    const eager = code.replace(LATER, (_call, path: string) => {
      imports.push(`import * as later${imports.length} from ${path}\n`)
      return `Promise.resolve(later${imports.length - 1})`
    })
    return { code: imports.join('') + eager, map: null }
  },
})
