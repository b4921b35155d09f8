import { type ESTree, type Plugin, parseAst, type Rolldown } from 'vite'

/** The group of web/build/chunk-groups.ts that becomes a classic script. */
const CORE = 'core'
/** Where that script puts its exports: an object for each file that they were in. */
const GLOBAL = 'globalThis.startlineCore'

type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'name' | 'fileName' | 'imports' | 'dynamicImports' | 'code'>

/**
 * Makes the file of React and the router a classic script, from which the modules take what they imported
 * (docs/decisions/072-a-classic-core.md). The file of Rolldown's helpers, which it imports, becomes a part of it.
 */
export function classicCorePlugin(): Plugin {
  return {
    name: 'classic-core',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // The name of a file is made before its code is changed here. A phone keeps a file of the same name.
    augmentChunkHash: () => [GLOBAL, makeCoreClassic, takeFromGlobal, putIntoGlobal, replaced, nameOf, keyOf].join(),
    generateBundle: {
      // Before Vite lists which files a file needs.
      order: 'pre',
      handler: (_options, bundle) => makeCoreClassic(bundle as unknown as Record<string, Chunk>),
    },
  }
}

/** Tells whether a file of the build is the classic script. @param address such as `/assets/core-1a2b3c4.js` */
export function isClassic(address: string): boolean {
  return address.includes(`/${CORE}-`)
}

/**
 * Changes the code of the core and of all files that import from it.
 * @throws Error if there is no core, if it imports more than helpers or exports in another way than by a list of names, or
 *   if a file loads it with `import()` or imports from it in another way than by a list of names
 */
export function makeCoreClassic(bundle: Record<string, Chunk>): void {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const core = chunks.find(({ name }) => name === CORE)
  if (!core) throw new Error(`the build has no file of the group "${CORE}"`)
  const helpers = chunks.filter(({ fileName }) => core.imports.includes(fileName))
  if (helpers.some(({ imports }) => imports.length > 0)) throw new Error(`${core.fileName} imports more than helpers`)
  const classic = [...helpers, core]
  const late = classic.find(({ fileName }) => chunks.some(({ dynamicImports }) => dynamicImports.includes(fileName)))
  if (late) throw new Error(`a file loads ${late.fileName} with import()`)
  for (const chunk of chunks) chunk.code = takeFromGlobal(chunk.code, classic)
  core.code = `"use strict";${GLOBAL}={};${classic.map(putIntoGlobal).join('')}`
  for (const { fileName } of helpers) delete bundle[fileName]
}

/** Replaces what a file imports from the classic script: `import{a as b}from"./core-1.js"` is `const{a:b}=…`. */
function takeFromGlobal(code: string, classic: Chunk[]): string {
  return replaced(code, (node) => {
    if (!('source' in node) || !node.source) return
    const { value } = node.source
    const from = classic.find(({ fileName }) => fileName.endsWith(value.slice(value.lastIndexOf('/'))))
    if (!from) return
    if (node.type !== 'ImportDeclaration') throw new Error(`a file exports what it imports from ${value}`)
    const names = node.specifiers.map((one) => {
      if (one.type !== 'ImportSpecifier') throw new Error(`a file imports ${value} as one object`)
      return `${nameOf(one.imported)}:${one.local.name}`
    })
    return `const{${names}}=${GLOBAL}.${keyOf(from)};`
  })
}

/** The code of a module that imports nothing, as a function that is called at once and returns the exports. */
function putIntoGlobal(chunk: Chunk): string {
  const names: string[] = []
  const code = replaced(chunk.code, (node) => {
    if (!node.type.startsWith('Export')) return
    if (node.type !== 'ExportNamedDeclaration' || node.declaration)
      throw new Error(`${chunk.fileName} has another export than a list of names`)
    names.push(...node.specifiers.map(({ exported, local }) => `${nameOf(exported)}:${nameOf(local)}`))
    return ''
  })
  return `${GLOBAL}.${keyOf(chunk)}=(()=>{${code}\nreturn{${names}}})();\n`
}

/** Replaces statements of a file. @param by returns the new text, or undefined if the statement stays */
function replaced(code: string, by: (node: ESTree.Program['body'][number]) => string | undefined): string {
  let result = ''
  let end = 0
  for (const node of parseAst(code).body) {
    const text = by(node)
    if (text === undefined) continue
    result += code.slice(end, node.start) + text
    end = node.end
  }
  return result + code.slice(end)
}

function nameOf(name: ESTree.ModuleExportName): string {
  if (name.type === 'Literal') throw new Error(`the name ${name.raw} is a string`)
  return name.name
}

function keyOf({ name }: Chunk): string {
  return name.replaceAll(/\W/g, '_')
}
