import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

// A browser that translates a page replaces each text by a <font> element. React does not know of it, and throws where
// it inserts something before such a text or removes one. So a text must not stand beside anything that comes and goes.

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
/** What a child of a JSX element may become. */
type Kind = 'text' | 'element' | 'nothing'

/** Props and variables that are elements or nothing. In web/ui `children` may be a text. */
const ELEMENTS = ['action', 'actions', 'arc', 'aside', 'back', 'beside', 'between', 'icon', 'marks', 'staleNote']

function kindsOf(node: Node, elements: string[]): Kind[] {
  const of = (part: unknown) => kindsOf(part as Node, elements)
  const called = (node.callee ?? {}) as Node & { property?: { name?: string } }
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return of(node.expression)
    case 'ChainExpression':
      return ['nothing', ...of(node.expression)]
    case 'LogicalExpression':
      return node.operator === '&&' ? ['nothing', ...of(node.right)] : [...of(node.left), ...of(node.right)]
    case 'ConditionalExpression':
      return [...of(node.consequent), ...of(node.alternate)]
    case 'Literal':
      return [node.value === null ? 'nothing' : 'text']
    case 'CallExpression':
      return [called.property?.name === 'map' || called.name === 'children' ? 'element' : 'text']
    case 'Identifier':
      return [elements.includes(String(node.name)) ? 'element' : 'text']
    default:
      return ['text']
  }
}

/** Another text in the place of a text is written into the same text node. */
const comesAndGoes = (kinds: Kind[]) => kinds.length > 1 && kinds.some((kind) => kind !== 'text')

/** Is it a child that React renders? Blanks are rendered too, but nobody translates them. */
function isDrawn({ type, value, expression }: Node): boolean {
  if (type === 'JSXText') return String(value).trim() !== ''
  const { type: inner, value: text } = (expression ?? {}) as Partial<Node>
  return inner !== 'JSXEmptyExpression' && !(inner === 'Literal' && String(text).trim() === '')
}

/** The places of a source where a text stands beside a child that comes and goes, or does so itself. */
function unsafePlaces(source: string, isUi: boolean): number[] {
  const elements = isUi ? ELEMENTS : [...ELEMENTS, 'children']
  const found: number[] = []
  const visit = (node: unknown): void => {
    if (!node || typeof node !== 'object') return
    const { type, children, start } = node as Node
    if (type === 'JSXElement' || type === 'JSXFragment') {
      const kinds = (children as Node[]).filter(isDrawn).map((child) => kindsOf(child, elements))
      const isBeside = kinds.length > 1 && kinds.some((of) => of.includes('text')) && kinds.some(comesAndGoes)
      if (isBeside) found.push(source.slice(0, start).split('\n').length)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(source, { lang: 'tsx' }).body)
  return found
}

it.each([
  ['<b>{on && <i />}{label}</b>', 1],
  ['<b><i />{on && label}</b>', 1],
  ['<>{on ? <i /> : <u />} Save</>', 1],
  ['<b>{label} {on && <i />}</b>', 1],
  ['<b>{problem?.()}{on && <i />}</b>', 1],
  ['<b>{on && <i />}<span>{label}</span></b>', 0],
  ['<b>{on ? "Save" : "Saving"}</b>', 0],
  ['<b><i /> {label}</b>', 0],
  ["<b><i />{' '}{on && <u />}</b>", 0],
  ['<b>{rows.map(row)}{on && <i />}</b>', 0],
])('the check of texts finds %s: %d', (source, count) => {
  expect(unsafePlaces(source, true)).toHaveLength(count)
})

it('no text stands beside an element that comes and goes, so translated pages stay usable', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) =>
      unsafePlaces(readFileSync(`web/${file}`, 'utf8'), file.startsWith('ui')).map((line) => `web/${file}:${line}`),
    )
  expect(found).toEqual([])
})
