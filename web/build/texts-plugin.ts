import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { compileTexts, TEXTS } from './compile-texts.ts'

// The router's plugin may have rewritten the code before, with its own quotes and semicolons.
const IMPORT = /^import \* as (\w+) from ['"]([^'"]*\/texts\/compiled\/[a-z-]+\.js)['"];?$/gm
const MESSAGE = /^(.*)\?message=(\w+)$/
const EXPORT = /^export const (\w+) = .*$/gm

/**
 * Compiles the catalogues when Vite starts, and again when one changes. In a build, each message is a module of its own:
 * so a chunk has the texts of its screens, and not whole catalogues.
 */
export function textsPlugin(): Plugin[] {
  return [
    {
      name: 'compile-texts',
      config: () => compileTexts(),
      configureServer({ watcher }) {
        watcher.on('change', (file) => {
          if (file.startsWith(TEXTS) && file.endsWith('.json')) compileTexts()
        })
      },
    },
    {
      name: 'split-texts',
      apply: 'build',
      enforce: 'pre',
      transform: (code) => (code.includes('/texts/compiled/') ? importMessages(code) : undefined),
      load(id) {
        const [, file, key] = MESSAGE.exec(id) ?? []
        if (!file) return
        const code = readFileSync(file, 'utf8').replaceAll(EXPORT, (line, name) => (name === key ? line : ''))
        return { code, moduleSideEffects: false }
      },
    },
  ]
}

/**
 * Imports the messages that a module uses one by one, in the place of the whole catalogue. A module that imports a
 * catalogue as a whole would bring all of its messages into the chunk of the first screen.
 */
export function importMessages(code: string): string {
  const catalogues = [...code.matchAll(IMPORT)]
  let changed = code.replaceAll(IMPORT, '')
  const imports: string[] = []
  for (const [, name = '', path = ''] of catalogues) {
    const keys = new Set<string>()
    changed = changed.replaceAll(new RegExp(`(?<![-./\\w])${name}\\.(\\w+)`, 'g'), (_all, key) => {
      keys.add(key)
      return `${name}_${key}`
    })
    // A module that takes a text by the name of a field or by a code spreads the whole catalogue.
    if (changed.includes(`{ ...${name} }`)) imports.push(`import * as ${name} from '${path}'`)
    for (const key of keys) imports.push(`import { ${key} as ${name}_${key} } from '${path}?message=${key}'`)
  }
  return [...imports, changed].join('\n')
}
