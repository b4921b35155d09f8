import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { classicCorePlugin, isClassic } from './classic-core.ts'
import { homeShell } from './home-shell.ts'

const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>((?:\s*<link rel="modulepreload"[^>]*>)*)/

const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad\n'

/** Puts the shell and the inline script into index.html. */
function homeShellPlugin(): Plugin {
  return {
    name: 'home-shell',
    transformIndexHtml: (html) => html.replace('<div id="root"></div>', `$&\n    ${homeShell()}`),
  }
}

/**
 * The screens that people open first, by the first part of their path (`<name>/` has one part more), each with the
 * modules that it starts from. Their files load beside the app's, and not when the app has asked for them.
 */
const FIRST_SCREENS: Record<string, string[]> = {
  login: ['routes/login.tsx?tsr-split=component'],
  register: ['routes/register.tsx?tsr-split=component'],
  marathons: ['routes/marathons/index.tsx?tsr-split=component', 'start-account.ts', 'auth/session-store.ts'],
  'marathons/': ['routes/marathons/$id.tsx?tsr-split=component', 'start-account.ts', 'auth/session-store.ts'],
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** The files of the app itself, and with each other file of these screens the screens that need it. */
function startFiles(bundle: Bundle): { own: Set<string>; screens: Map<string, string[]> } {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('the build has no entry')
  const withImports = (file: string, into: Set<string>) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || into.has(file)) return into
    into.add(file)
    for (const imported of chunk.imports) withImports(imported, into)
    return into
  }
  const own = withImports(entry.fileName, new Set())
  const screens = new Map<string, string[]>()
  for (const [screen, modules] of Object.entries(FIRST_SCREENS)) {
    const files = new Set<string>()
    for (const module of modules) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)))
      if (!chunk) throw new Error(`the build has no file of ${module}`)
      withImports(chunk.fileName, files)
    }
    for (const file of files) if (!own.has(file)) screens.set(file, [...(screens.get(file) ?? []), screen])
  }
  return { own, screens }
}

/** A link for each file that one of these screens needs beside the app's own: `data-at` names the screens. */
function screenLinks(bundle: Bundle): string[] {
  return [...startFiles(bundle).screens].map(
    ([file, at]) => `<link rel="code" data-at="${at.join(' ')}" href="/${file}">`,
  )
}

/** What stands in a link of code. The inline script makes a module of it, unless the link names another type. */
function codeLink(_all: string, address: string): string {
  return `rel="code"${isClassic(address) ? ' type="text/javascript"' : ''} href="${address}"`
}

/**
 * Has V8 compile all functions of the files that a start runs while it reads them, on a thread of its own. Without that,
 * the main thread compiles each function when it is first called (decision 068).
 */
function compileAheadPlugin(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    // The name of a file is made before the line is in it. A phone keeps a file of the same name.
    augmentChunkHash: () => COMPILE_AHEAD,
    generateBundle: {
      // V8 obeys the line only where no code stands before it, and Vite writes code before a banner.
      order: 'post',
      handler(_options, bundle) {
        const { own, screens } = startFiles(bundle as Bundle)
        for (const file of [...own, ...screens.keys()]) {
          const chunk = bundle[file]
          if (chunk?.type === 'chunk') chunk.code = COMPILE_AHEAD + chunk.code
        }
      },
    },
  }
}

/**
 * Puts the style sheet into the page, so that the first paint waits for one response instead of two. The link of the
 * style sheet stays. It is disabled, so the browser does not fetch it. Vite's chunk loader looks for this link before
 * it loads the styles of a chunk. The code is listed as `<link rel="code">`, which the browser ignores: the inline
 * script loads the code after the first paint, and the code of the screen that is opened with it.
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
          .replace(ENTRY, (_all, entry, imports) =>
            [
              imports.replaceAll(/rel="modulepreload" crossorigin href="([^"]+)"/g, codeLink),
              `<link rel="code" href="${entry}">`,
              ...(bundle ? screenLinks(bundle) : []),
            ].join('\n    '),
          ),
    },
  }
}

/** The build plugins for the first paint (decisions 034, 035, 068 and 072). */
export const firstPaintPlugins = (): Plugin[] => [
  homeShellPlugin(),
  classicCorePlugin(),
  paintFirstPlugin(),
  compileAheadPlugin(),
]
