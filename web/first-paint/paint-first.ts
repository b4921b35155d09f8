import type { Plugin } from 'vite'
import { homeShell } from './home-shell.ts'

const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>((?:\s*<link rel="modulepreload"[^>]*>)*)/

/** Puts the shell and the inline script into index.html. */
function homeShellPlugin(): Plugin {
  return {
    name: 'home-shell',
    transformIndexHtml: (html) => html.replace('<div id="root"></div>', `$&\n    ${homeShell()}`),
  }
}

/**
 * Puts the style sheet into the page, so that the first paint waits for one response instead of two. The link of the
 * style sheet stays. It is disabled, so the browser does not fetch it. Vite's chunk loader looks for this link before
 * it loads the styles of a chunk. The code is listed as `<link rel="code">`, which the browser ignores: the inline
 * script loads the code after the first paint.
 */
function paintFirstPlugin(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html
          .replace(STYLESHEET, (link, file) => {
            const sheet = bundle?.[file]
            if (sheet?.type !== 'asset') throw new Error(`the build has no ${file}`)
            return `<style>${sheet.source}</style>${link.replace(' href', ' disabled href')}`
          })
          // The imports of the entry run before the entry.
          .replace(
            ENTRY,
            (_all, entry, imports) =>
              `${imports.replaceAll('rel="modulepreload" crossorigin', 'rel="code"')}\n    <link rel="code" href="${entry}">`,
          ),
    },
  }
}

/** The build plugins for the first paint (decisions 034 and 035). */
export const firstPaintPlugins = (): Plugin[] => [homeShellPlugin(), paintFirstPlugin()]
