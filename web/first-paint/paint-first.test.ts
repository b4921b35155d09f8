import type { IndexHtmlTransformContext, IndexHtmlTransformHook } from 'vite'
import { expect, test } from 'vitest'
import { homeShell } from './home-shell.ts'
import { firstPaintPlugins } from './paint-first.ts'

const STYLE_FILE = 'assets/index-1.css'
const BUILT = `<html><head>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/core-1.js">
    <link rel="modulepreload" crossorigin href="/assets/texts-1.js">
    <link rel="stylesheet" crossorigin href="/${STYLE_FILE}">
  </head><body><div id="root"></div></body></html>`

/** Runs the plugins on a page as Vite hands it to them. */
const chunk = (module: string, imports: string[] = [], isEntry = false) => ({
  type: 'chunk',
  fileName: `assets/${module.split('/').at(-1)}`,
  name: module.replace('.js', ''),
  moduleIds: [`/app/web/${module}`],
  imports,
  dynamicImports: [],
  isEntry,
})
const CHUNKS = [
  chunk('main.tsx', ['assets/core.js'], true),
  chunk('core.js'),
  chunk('forms.js', ['assets/core.js']),
  chunk('dexie.js', ['assets/main.tsx']),
  chunk('routes/login.tsx?tsr-split=component', ['assets/forms.js', 'assets/main.tsx']),
  chunk('routes/register.tsx?tsr-split=component', ['assets/forms.js']),
  chunk('routes/marathons/index.tsx?tsr-split=component', ['assets/dexie.js']),
  chunk('routes/marathons/$id.tsx?tsr-split=component', ['assets/dexie.js']),
  chunk('start-account.ts', ['assets/dexie.js']),
  chunk('auth/session-store.ts', ['assets/dexie.js']),
]
const STYLE = { [STYLE_FILE]: { type: 'asset', source: 'h1{color:red}' } }
const BUNDLE = { ...STYLE, ...Object.fromEntries(CHUNKS.map((one) => [one.fileName, one])) }

async function build(html: string, bundle: object = BUNDLE) {
  let page = html
  for (const { transformIndexHtml } of firstPaintPlugins()) {
    if (!transformIndexHtml) continue
    const hook = (
      typeof transformIndexHtml === 'object' ? transformIndexHtml.handler : transformIndexHtml
    ) as IndexHtmlTransformHook
    page = String(await hook.call({} as never, page, { bundle } as IndexHtmlTransformContext))
  }
  return page
}
const read = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test('the built page has its styles in it, and their link is there and fetches nothing', async () => {
  const page = read(await build(BUILT))
  expect(page.querySelector('style')?.textContent).toBe('h1{color:red}')
  const link = page.querySelector('link[rel=stylesheet]')
  expect([link?.getAttribute('href'), link?.hasAttribute('disabled')]).toEqual([`/${STYLE_FILE}`, true])
})

test('the built page names its code for the inline script, the core as a script, and loads none of it by itself', async () => {
  const page = read(await build(BUILT))
  const code = [...page.querySelectorAll<HTMLLinkElement>('link[rel=code]:not([data-at])')]
  expect(code.map((link) => [link.getAttribute('href'), link.type])).toEqual([
    ['/assets/core-1.js', 'text/javascript'],
    ['/assets/texts-1.js', ''],
    ['/assets/index-1.js', ''],
  ])
  expect(page.querySelector('script[src], link[rel=modulepreload]')).toBeNull()
})

test('a page whose code is one file names that file', async () => {
  const page = read(await build(BUILT.replaceAll(/\n *<link rel="modulepreload".*/g, '')))
  expect(page.querySelectorAll('link[rel=code]:not([data-at])')).toHaveLength(1)
})

test('the built page names the files of the first screens, without those of the app itself', async () => {
  const page = read(await build(BUILT))
  const files = [...page.querySelectorAll<HTMLElement>('link[data-at]')].map((link) => [
    link.getAttribute('href')?.replace('/assets/', ''),
    link.dataset.at,
  ])
  expect(Object.fromEntries(files)).toEqual({
    'login.tsx?tsr-split=component': 'login',
    'register.tsx?tsr-split=component': 'register',
    'forms.js': 'login register',
    'index.tsx?tsr-split=component': 'marathons',
    '$id.tsx?tsr-split=component': 'marathons/',
    'dexie.js': 'marathons marathons/',
    'start-account.ts': 'marathons marathons/',
    'session-store.ts': 'marathons marathons/',
  })
})

type Handler = (options: object, bundle: object) => void

test('V8 compiles ahead what the app and the first screens start from, and no other file', () => {
  const bundle = Object.fromEntries(
    [...CHUNKS, chunk('carousel.js')].map((one) => [one.fileName, { ...one, code: 'run()' }]),
  )
  for (const { generateBundle } of firstPaintPlugins()) {
    if (typeof generateBundle === 'object') (generateBundle.handler as unknown as Handler)({}, bundle)
  }
  for (const { fileName } of CHUNKS)
    expect(bundle[fileName]?.code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n.*run\(\)/)
  expect(bundle['assets/carousel.js']?.code).toBe('run()')
})

test('the build stops where a first screen has no file', async () => {
  const { 'assets/start-account.ts': _gone, ...rest } = BUNDLE as Record<string, object>
  await expect(build(BUILT, rest)).rejects.toThrow('the build has no file of start-account.ts')
})

test('the shell follows the empty root', async () => {
  expect(await build(BUILT)).toContain(`<div id="root"></div>\n    ${homeShell()}`)
})

test.each([
  ['missing', {}],
  ['code', { [STYLE_FILE]: { type: 'chunk' } }],
])('the build stops where the style sheet is %s', async (_what, bundle) => {
  await expect(build(BUILT, bundle)).rejects.toThrow(`the build has no ${STYLE_FILE}`)
})
