import { expect, test } from 'vitest'
import { classicCorePlugin, isClassic, makeCoreClassic } from './classic-core.ts'

/** A file of the build. */
const file = (name: string, code: string, imports: string[] = []) => ({
  type: 'chunk' as const,
  name,
  fileName: `assets/${name}-1a2b3c4.js`,
  imports: imports.map((one) => `assets/${one}-1a2b3c4.js`),
  dynamicImports: [...code.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, one]) => `assets/${one}`),
  code,
})
const HELPERS = file('rolldown-runtime', 'var o=n=>n+1;export{o as t};')
const CORE = file('core', 'import{t as e}from"./rolldown-runtime-1a2b3c4.js";var o=e(1),i=()=>o;export{i as n,o};', [
  'rolldown-runtime',
])
const build = (...others: ReturnType<typeof file>[]) => {
  const bundle = Object.fromEntries([HELPERS, CORE, ...others].map((one) => [one.fileName, { ...one }]))
  makeCoreClassic(bundle)
  return bundle
}
/** Runs a script, and returns what it leaves in a variable. */
const run = (code: string, variable: string) => new Function(`${code}\nreturn ${variable}`)()

test('the core is a script without imports, and gives its exports to the modules, the helpers too', () => {
  const screen = file(
    'screen',
    'import{t as a}from"./rolldown-runtime-1a2b3c4.js";import{n as b,o as c}from"./core-1a2b3c4.js";var x=[a(1),b(),c];',
    ['rolldown-runtime', 'core'],
  )
  const bundle = build(screen)
  run(bundle[CORE.fileName]?.code ?? '', '0')
  expect(run(bundle[screen.fileName]?.code ?? '', 'x')).toEqual([2, 2, 2])
  // Vite lists what is left, and the page loads it.
  expect(Object.keys(bundle)).toEqual([CORE.fileName, screen.fileName])
})

test('what a file imports from elsewhere stays, and what it loads later', () => {
  const code = 'import{a}from"./lists-1a2b3c4.js";import"./more-core-1a2b3c4.js";import("./late-1a2b3c4.js").then(a);'
  const screen = file('screen', code, ['lists', 'more-core'])
  expect(build(screen)[screen.fileName]?.code).toBe(code)
})

test.each([
  ['imports the core as one object', 'import*as all from"./core-1a2b3c4.js";all.n()'],
  ['exports what the core exports', 'export{n}from"./core-1a2b3c4.js"'],
  ['exports all that the core exports', 'export*from"./core-1a2b3c4.js"'],
  ['loads the core later', 'import("./core-1a2b3c4.js")'],
])('the build stops where a file %s', (_what, code) => {
  expect(() => build(file('screen', code, ['core']))).toThrow('core-1a2b3c4.js')
})

test.each([
  ['without a core', [HELPERS], 'no file of the group "core"'],
  [
    'where the core needs another file of the app',
    [file('core', '', ['screen']), file('screen', '', ['x'])],
    'more than helpers',
  ],
  ['where the core exports in another way', [file('core', 'export default 1')], 'another export'],
])('the build stops %s', (_what, files, message) => {
  expect(() => makeCoreClassic(Object.fromEntries(files.map((one) => [one.fileName, { ...one }])))).toThrow(message)
})

test('a phone that has the files of a build before asks for them again: the plugin is a part of their names', () => {
  const { augmentChunkHash } = classicCorePlugin()
  expect(String((augmentChunkHash as () => string)())).toMatch(
    /startlineCore.*makeCoreClassic.*takeFromGlobal.*putIntoGlobal.*replaced.*nameOf.*keyOf/s,
  )
})

test('the page loads the core as a script, and what is called alike as a module', () => {
  expect([isClassic('/assets/core-1a2b3c4.js'), isClassic('/assets/more-core-1a2b3c4.js')]).toEqual([true, false])
})
