import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = globSync('{web,worker}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  // Files of the build run in Node, and stop it.
  .filter((file) => !/\.test\.tsx?$|\.gen\.ts$|\.d\.ts$|\/(testing|compiled)\/|^web\/build\//.test(file))

interface Node {
  type: string
  start: number
  name?: string
  property?: Node
  callee?: Node
  arguments?: Node[]
  params?: Node[]
  param?: Node | null
  body?: Node
}

const ANSWERS = new Set(['expected', 'recordError', 'logFailure'])

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** A node and all that it contains. */
function within(node: Node): Node[] {
  return [node, ...Object.values(node).flat().filter(isNode).flatMap(within)]
}

/** The functions and blocks that get an error. */
function handlers(node: Node): Node[] {
  if (node.type === 'CatchClause') return [node]
  const [first, second] = node.arguments ?? []
  const called = node.type === 'CallExpression' ? node.callee?.property?.name : undefined
  const handler = called === 'catch' ? first : called === 'then' ? second : undefined
  return handler?.type === 'ArrowFunctionExpression' ? [handler] : []
}

/** Does a handler throw, use the error, try again, or say why it does not? */
function answers(handler: Node): boolean {
  const inside = handler.body ? within(handler.body) : []
  const param = handler.param ?? handler.params?.[0]
  return inside.some(
    ({ type, name, callee }) =>
      type === 'ThrowStatement' ||
      (type === 'Identifier' && name !== undefined && name === param?.name) ||
      (type === 'CallExpression' && ANSWERS.has(callee?.name ?? '')),
  )
}

it('swallows no error: a handler uses it, records it, or says why it was expected', () => {
  const silent = SOURCES.flatMap((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8')
    if (!/catch|then/.test(code)) return []
    const program = parseSync(file, code).program as unknown as Node
    return within(program)
      .flatMap(handlers)
      .filter((handler) => !answers(handler))
      .map(({ start }) => `${file}:${code.slice(0, start).split('\n').length}`)
  })
  expect(silent).toEqual([])
})
