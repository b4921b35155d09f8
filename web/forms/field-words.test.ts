import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as callWords from '../../contract/call-words.ts'
import * as words from '../../contract/field-words.ts'
import { invalidFrom } from '../../contract/problem.ts'
import { toSentences } from './field-errors.ts'
import { fieldSentence } from './field-words.ts'
import { labelOf } from './labels.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CONTRACT = import.meta.glob<Record<string, unknown>>(['../../contract/**/*.ts', '!**/*.test.ts'], { eager: true })

/** What zod keeps of a schema or a check. */
type Definition = { error?: (issue: object) => string; [part: string]: unknown }

/** The words of a schema, its checks and all that it consists of. */
function wordsOfSchema(part: unknown, seen: Set<unknown>): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  if (!('_zod' in part)) return Object.values(part).flatMap((inner) => wordsOfSchema(inner, seen))
  const { def } = (part as { _zod: { def: Definition } })._zod
  const own = def.error ? [def.error({})] : []
  return [...own, ...Object.values(def).flatMap((inner) => wordsOfSchema(inner, seen))]
}

/** What zod says of a value where the schema has no words. */
function wordsOfZod(): string[] {
  const { error } = z.safeParse(z.string(), 5)
  return error ? Object.values(invalidFrom(error).fields ?? {}) : []
}

/** A node of a syntax tree (ESTree). */
type Node = { type: string; [part: string]: unknown }

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part

function nodesIn(part: unknown, found: Node[] = []): Node[] {
  if (typeof part !== 'object' || part === null) return found
  if (isNode(part)) found.push(part)
  for (const inner of Object.values(part)) nodesIn(inner, found)
  return found
}

/** A field's words begin with a verb. This finds them wherever they stand. */
const VERB = /^(is|are|was|were|has|have|had|does|do|must|may|can|cannot|needs?|belongs?|helps?|stands?|lies) /

/** The words that code says of fields: all that begins with a verb, and all that it puts into `fields`. */
function wordsOfCode(path: string): string[] {
  const nodes = nodesIn(parseSync(path, readFileSync(resolve(ROOT, path), 'utf8')).program)
  const constants = new Map(
    nodes.filter(({ type }) => type === 'VariableDeclarator').map(({ id, init }) => [(id as Node).name, init]),
  )
  // Every text that a part of the code may stand for, with a 5 for each value.
  const textsOf = (part: unknown): string[] => {
    if (!isNode(part)) return []
    const { type } = part
    if (type === 'Literal') return typeof part.value === 'string' ? [part.value] : []
    if (type === 'ConditionalExpression') return [...textsOf(part.consequent), ...textsOf(part.alternate)]
    if (type === 'LogicalExpression') return [...textsOf(part.left), ...textsOf(part.right)]
    if (type === 'Identifier') return textsOf(constants.get(part.name))
    if (type === 'ObjectExpression') return (part.properties as Node[]).flatMap(({ value }) => textsOf(value))
    if (type !== 'TemplateLiteral') return []
    const values = (part.expressions as Node[]).map((value) => (value.type === 'Identifier' ? [] : textsOf(value)))
    return (part.quasis as { value: { cooked: string } }[]).reduce<string[]>(
      (all, { value }, index) => {
        const choices = values[index]
        const rests = !choices ? [''] : choices.length > 0 ? choices : ['5']
        return all.flatMap((text) => rests.map((rest) => `${text}${value.cooked}${rest}`))
      },
      [''],
    )
  }
  return nodes.flatMap((node) => {
    const { type, callee, key } = node
    const called = type === 'CallExpression' && (callee as Node).name
    if (called === 'refuse') return textsOf((node.arguments as Node[])[2])
    if (called === 'invalidField') return textsOf((node.arguments as Node[])[1])
    if (type === 'Property' && (key as Node).name === 'fields') return textsOf(node.value)
    return textsOf(node).filter((text) => VERB.test(text))
  })
}

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !/\.test\.ts$|\/testing\//.test(file))

/** All that the contract and the worker can say of a field. */
function allWords(): string[] {
  const seen = new Set<unknown>()
  const all = [
    ...Object.values(CONTRACT).flatMap((module) => wordsOfSchema({ ...module }, seen)),
    ...wordsOfZod(),
    ...['contract/**/*.ts', 'worker/**/*.ts'].flatMap(filesOf).flatMap(wordsOfCode),
  ]
  return [...new Set(all)].sort()
}

const ALL = allWords()

it.each([
  ['a schema', 'must be at most 120 characters'],
  ['zod', 'Invalid input'],
  ['a verb', 'has fields that are not known'],
  ['a problem', 'is not yours'],
  ['a refusal', 'cannot be changed'],
  ['a constant', 'is required for a ballot'],
  ['invalidField', 'must be websocket'],
  ['a value', 'are 5, the most that an entry may have'],
  ['a choice', 'has 5 applications, the most that one may have'],
])('words are found by %s', (_way, one) => {
  expect(ALL).toContain(one)
})

it('the app has a text for all that the contract and the worker say of fields', () => {
  expect(ALL.filter((one) => fieldSentence('Title', one) === null)).toEqual([])
})

it('in English it is the label and these words', () => {
  const labels = ['title', 'account', 'helpers', 'notices', 'checkIns', 'namesake'].map(labelOf)
  for (const one of ALL) {
    expect(labels.map((label) => `${label} ${one}.`)).toContain(fieldSentence(labelOf('title'), one))
  }
})

it('no words of the contract are without a text', () => {
  for (const [name, one] of Object.entries({ ...words, ...callWords })) {
    const said = typeof one === 'string' ? one : String(Reflect.apply(one, null, ['5']))
    expect(fieldSentence('Title', said), name).toBe(`Title ${said}.`)
  }
})

it('numbers and names stay as the server wrote them', () => {
  const sentences = toSentences({
    description: 'must be at most 4000 characters',
    capacity: 'must be at most 1000000',
    bib: 'belongs to Rosa {name} "5"\tParks as 007',
    notices: 'are 200, the most that an event may have. Delete one first',
  })
  expect(sentences).toEqual({
    description: 'Description must be at most 4000 characters.',
    capacity: 'Capacity must be at most 1000000.',
    bib: 'Bib belongs to Rosa {name} "5"\tParks as 007.',
    notices: 'The notices are 200, the most that an event may have. Delete one first.',
  })
})

it('shows what only a newer server says as it is', () => {
  expect(toSentences({ title: 'must rhyme', gates: 'are too few' })).toEqual({
    title: 'Title must rhyme.',
    gates: 'gates are too few.',
  })
  expect(labelOf('constructor')).toBe('constructor')
})
