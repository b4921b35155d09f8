import type { Plugin } from 'vite'
import { homeShell } from './home-shell.ts'

const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>((?:\s*<link rel="modulepreload"[^>]*>)*)/

/** Puts the home page's first screen and the inline script into index.html. */
function homeShellPlugin(): Plugin {
  return {
    name: 'home-shell',
    transformIndexHtml: (html) => html.replace('<div id="root"></div>', `$&\n    ${homeShell()}`),
  }
}

/**
 * Puts the stylesheet into the page: the first paint waits for one answer, not for two. The stylesheet's link stays,
 * disabled and never fetched: Vite's loader of chunks looks for it before it loads the styles that a chunk names. The
 * code is named by `<link rel="code">` and not loaded: the inline script loads it after the first paint.
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
          // What the entry imports comes before it.
          .replace(
            ENTRY,
            (_all, entry, imports) =>
              `${imports.replaceAll('rel="modulepreload" crossorigin', 'rel="code"').trim()}\n    <link rel="code" href="${entry}">`,
          ),
    },
  }
}

/** The build's part of the first paint (decisions 034 and 035). */
export const firstPaintPlugins = (): Plugin[] => [homeShellPlugin(), paintFirstPlugin()]
