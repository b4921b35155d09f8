import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import { parse, type Token } from '@messageformat/parser'
import { LANGUAGES, type Language, PSEUDO } from '../texts/languages.ts'

// Compiles the catalogues in web/texts/<language>/<catalogue>.json (ICU MessageFormat) to functions:
//
//   en/unsent.json  {"title": "Unsent changes", "waiting": "{count, plural, one {# edit waits} other {# edits wait}}"}
//   compiled/unsent.js         export const title = message(812, () => "Unsent changes")
//   compiled/unsent.d.ts       export function title(): string
//   compiled/language-de.js    export default [..., () => "Nicht gesendete Änderungen", ...]
//   compiled/notifications.all.js   export default { de: { 440: () => "Nicht angenommen", ... }, ... }
//
// A screen has its own English texts in its code; every other language is one file. The service worker and the page's
// inline script cannot load other files, so they have their few texts in all languages. The mails, which the worker
// writes, have a file of their own: worker/mail/compiled/texts.js.

/** The texts of a language by catalogue and key. */
export type Catalogues = Map<string, Map<string, string>>

export const TEXTS = resolve(import.meta.dirname, '../texts')
const COMPILED = join(TEXTS, 'compiled')
/** The catalogues of code that cannot load the file of a language: the service worker and the page's inline script. */
const IN_ALL_LANGUAGES = ['notifications', 'start']
/** The catalogue of the mails. No screen has its texts. */
const OF_MAILS = 'mail'
const COMPILED_FOR_MAILS = resolve(import.meta.dirname, '../../worker/mail/compiled')
const KEY = /^[A-Za-z][A-Za-z0-9_]*$/
/** Keys that cannot be the name of a function. */
const RESERVED =
  'break case continue default delete do else enum export false for if import in new null of private public return switch this true try void with'
/** Unicode's isolates: what stands between them does not change the order of the words around it. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069']
/** A letter without a shape, from right to left. */
const RIGHT_TO_LEFT_MARK = '\u200f'

/**
 * Compiles all catalogues into `web/texts/compiled/`, and that of the mails into `worker/mail/compiled/`.
 * @throws Error that names each missing or superfluous catalogue and key, each placeholder that differs from English,
 *   and each message that cannot be parsed
 */
export function compileTexts(): void {
  const english = readCatalogues('en')
  const errors = checkKeys(english)
  const translations = translatedLanguages().map((language) => [language, readCatalogues(language)] as const)
  for (const [language, catalogues] of translations) errors.push(...compare(language, catalogues, english))
  if (errors.length > 0) throw new Error(`web/texts:\n${errors.join('\n')}`)

  const mails = [['en', english] as const, ...translations].map(
    ([language, catalogues]) => [language, catalogues.get(OF_MAILS) ?? new Map<string, string>()] as const,
  )
  write(COMPILED_FOR_MAILS, mailFiles(mails))
  for (const [, catalogues] of [['en', english] as const, ...translations]) catalogues.delete(OF_MAILS)
  const all = [...translations, [PSEUDO, pseudoCatalogues(english)] as const]
  const files = new Map<string, string>()
  let position = 0
  for (const [name, messages] of english) {
    files.set(`${name}.js`, englishModule(messages, position))
    files.set(`${name}.d.ts`, declarations(messages))
    if (IN_ALL_LANGUAGES.includes(name)) {
      files.set(`${name}.all.js`, allLanguagesModule(all, name, position))
      files.set(`${name}.all.d.ts`, ALL_LANGUAGES_TYPES)
    }
    position += messages.size
  }
  for (const [language, catalogues] of all) {
    files.set(`language-${language}.js`, translationModule(language, catalogues))
    files.set(`language-${language}.d.ts`, TRANSLATION_TYPES)
  }
  write(COMPILED, files)
}

/** The languages that have catalogues in web/texts beside English. */
export function translatedLanguages(): Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en' && language !== PSEUDO)
}

/** Leaves files that did not change as they are: another command may be reading them. */
function write(folder: string, files: Map<string, string>): void {
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) if (!files.has(old)) rmSync(join(folder, old), { recursive: true })
  for (const [name, content] of files) {
    const path = join(folder, name)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content)
  }
}

/** The catalogues of a language in the order of their names and keys, which is the order of all translations. */
export function readCatalogues(language: Language): Catalogues {
  const folder = join(TEXTS, language)
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
  return new Map(
    files.map((file) => {
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
      return [basename(file, '.json'), new Map(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))]
    }),
  )
}

function checkKeys(catalogues: Catalogues): string[] {
  return [...catalogues].flatMap(([name, messages]) =>
    [...messages.keys()]
      .filter((key) => !KEY.test(key) || RESERVED.split(' ').includes(key))
      .map((key) => `en/${name}.json: "${key}" cannot be a key: write it like "aKey"`),
  )
}

/** What is wrong with a translation: keys that are missing or superfluous, and placeholders that differ. */
export function compare(language: Language, translation: Catalogues, english: Catalogues): string[] {
  const errors: string[] = []
  for (const name of translation.keys()) {
    if (!english.has(name)) errors.push(`${language}/${name}.json: English has no such catalogue`)
  }
  for (const [name, messages] of english) {
    const translated = translation.get(name) ?? new Map<string, string>()
    for (const key of translated.keys()) {
      if (!messages.has(key)) errors.push(`${language}/${name}.json: English has no "${key}"`)
    }
    for (const [key, text] of messages) {
      const other = translated.get(key)
      if (!other) errors.push(`${language}/${name}.json: "${key}" is missing`)
      else errors.push(...differences(text, other).map((what) => `${language}/${name}.json: "${key}" ${what}`))
    }
  }
  return errors
}

/** How the placeholders and tags of a translated message differ from those of the English one. */
function differences(english: string, translated: string): string[] {
  const [expected, found] = [english, translated].map((text) => [...placeholders(text).keys(), ...tags(text)])
  const missing = (expected ?? []).filter((name) => !found?.includes(name))
  const unknown = (found ?? []).filter((name) => !expected?.includes(name))
  return [...missing.map((name) => `lacks ${name}`), ...unknown.map((name) => `has ${name}, which English has not`)]
}

/** The tags of a message, as `<link>`, that web/ui/rich.tsx turns into elements. */
function tags(text: string): string[] {
  return [...new Set(text.match(/<\/?[a-z]+>/gi) ?? [])]
}

/** The names of a message's placeholders with their TypeScript type. */
function placeholders(text: string): Map<string, 'string' | 'number'> {
  const found = new Map<string, 'string' | 'number'>()
  walkTokens(parse(text), (token) => {
    if (token.type === 'content' || token.type === 'octothorpe') return
    found.set(token.arg, token.type === 'argument' || token.type === 'select' ? 'string' : 'number')
  })
  return found
}

/** The message as a JavaScript function, with the import lines of the helpers that it calls. */
function compileMessage(language: Language, text: string): { imports: string[]; code: string } {
  const isolated = LANGUAGES[language].direction === 'rtl' ? isolatePlaceholders(text) : text
  const module = compileModule(new MessageFormat(language === PSEUDO ? 'en' : language), { text: isolated }).trim()
  const [, imports, code] = /^((?:import .*\n)*)export default \{\n {2}text: (.*)\n\}$/s.exec(module) ?? []
  if (!code) throw new Error(`web/texts: the compiler's output has another form than expected:\n${module}`)
  return { imports: (imports ?? '').split('\n').filter(Boolean).flatMap(withOwnNumber), code }
}

/** An import line of a message, with `number` from `web/texts/number.ts` in place of the runtime's. */
function withOwnNumber(line: string): string[] {
  const names = /^import \{ (.*) \} from ["']@messageformat\/runtime["'];?$/.exec(line)?.[1]?.split(', ')
  if (!names?.includes('number')) return [line]
  const others = names.filter((name) => name !== 'number')
  const ofRuntime = others.length > 0 ? [`import { ${others.join(', ')} } from '@messageformat/runtime'`] : []
  return ["import { number } from '../number.ts'", ...ofRuntime]
}

/** The pseudo-language: English with accents and 40 % longer, in brackets, so that tests see what is not translated. */
function pseudoCatalogues(english: Catalogues): Catalogues {
  return new Map(
    [...english].map(([name, messages]) => [
      name,
      new Map([...messages].map(([key, text]) => [key, pseudoText(text)] as const)),
    ]),
  )
}

function pseudoText(text: string): string {
  const contents: Place[] = []
  walkTokens(parse(text), (token) => {
    if (token.type === 'content') contents.push({ offset: token.ctx.offset, length: token.ctx.text.length })
  })
  const accented = replaceAt(text, contents, (content) =>
    content.replaceAll(/<\/?[a-z]+>|[a-z]/gi, (part) =>
      part.length > 1 ? part : part.replace(/[aeiou]/i, '$&\u0301').normalize(),
    ),
  )
  const letters = contents.reduce((sum, { length }) => sum + length, 0)
  // The added length can be broken into lines, as words can.
  const longer = '·'.repeat(Math.ceil(letters * 0.4)).replaceAll('········', '$& ')
  // Where a text begins with an element, the element gets longer.
  const [element, tag, content] = /^<([a-z]+)>(.*?)<\/\1>/s.exec(accented) ?? []
  if (element) return accented.replace(element, () => `<${tag}>⟦${content}${longer}⟧</${tag}>`)
  return `⟦${accented}${longer}⟧`
}

/**
 * Puts isolates around the values of a message, so that a name in Latin letters leaves an Arabic sentence in order. A
 * message without letters of its own, as a day and a time, begins with a mark: as a value of another message it would
 * be shown from left to right, because letters in isolates do not count.
 */
function isolatePlaceholders(text: string): string {
  const places: Place[] = []
  let hasLetters = false
  walkTokens(parse(text), (token) => {
    if (token.type === 'argument') places.push({ offset: token.ctx.offset, length: token.ctx.text.length })
    if (token.type === 'content') hasLetters ||= /\p{L}/u.test(token.ctx.text)
  })
  const isolated = replaceAt(text, places, (value) => `${ISOLATE}${value}${END_OF_ISOLATE}`)
  return places.length > 0 && !hasLetters ? RIGHT_TO_LEFT_MARK + isolated : isolated
}

interface Place {
  offset: number
  length: number
}

/** Replaces parts of a text, from the last to the first. */
function replaceAt(text: string, places: Place[], change: (part: string) => string): string {
  return places
    .toSorted((a, b) => b.offset - a.offset)
    .reduce((done, { offset, length }) => {
      const part = done.slice(offset, offset + length)
      return `${done.slice(0, offset)}${change(part)}${done.slice(offset + length)}`
    }, text)
}

/** Visits all tokens of a parsed message, those of its plural and select cases too. */
function walkTokens(tokens: Token[], visit: (token: Token) => void): void {
  for (const token of tokens) {
    visit(token)
    if ('cases' in token) for (const { tokens: inner } of token.cases) walkTokens(inner, visit)
  }
}

/** The functions of messages. @param imports gets their import lines */
function compileAll(language: Language, texts: Iterable<string>, imports: Set<string>): string[] {
  return [...texts].map((text) => {
    const compiled = compileMessage(language, text)
    for (const line of compiled.imports) imports.add(line)
    return compiled.code
  })
}

/** Each message is a line of its own, so that the build can put it into the chunk of its screen (texts-plugin.ts). */
function englishModule(messages: Map<string, string>, first: number): string {
  const imports = new Set(["import { message } from '../message.ts'"])
  const keys = [...messages.keys()]
  const lines = compileAll('en', messages.values(), imports).map(
    (code, index) => `export const ${keys[index]} = /* @__PURE__ */ message(${first + index}, ${code})`,
  )
  return `${mergeImports(imports)}\n${lines.join('\n')}\n`
}

function translationModule(language: Language, translation: Catalogues): string {
  const imports = new Set<string>()
  const texts = [...translation.values()].flatMap((messages) => [...messages.values()])
  const lines = compileAll(language, texts, imports)
  return `${mergeImports(imports)}\nexport default [\n${lines.join(',\n')}\n]\n`
}

/** One catalogue in all languages but English, each message with its place in the translations. */
function allLanguagesModule(all: readonly (readonly [Language, Catalogues])[], name: string, first: number): string {
  const imports = new Set<string>()
  const languages = all.map(([language, catalogues]) => {
    const codes = compileAll(language, catalogues.get(name)?.values() ?? [], imports)
    const lines = codes.map((code, index) => `${first + index}: ${code}`)
    return `${JSON.stringify(language)}: {\n${lines.join(',\n')}\n}`
  })
  return `${mergeImports(imports)}\nexport default {\n${languages.join(',\n')}\n}\n`
}

/** The texts of the mails: an object of functions for each language. */
function mailFiles(mails: readonly (readonly [Language, Map<string, string>])[]): Map<string, string> {
  const imports = new Set<string>()
  const languages = mails.map(([language, messages]) => {
    const codes = compileAll(language, messages.values(), imports)
    const lines = [...messages.keys()].map((key, index) => `${key}: ${codes[index]}`)
    return `${language}: {\n${lines.join(',\n')}\n}`
  })
  // The numbers of number.ts are for the start of a page.
  const ofRuntime = [...imports].map((line) => line.replace("'../number.ts'", "'@messageformat/runtime'"))
  const [[, english = new Map()] = []] = mails
  const names = mails.map(([language]) => `'${language}'`).join(' | ')
  return new Map([
    ['texts.js', `${mergeImports(new Set(ofRuntime))}\nexport default {\n${languages.join(',\n')}\n}\n`],
    [
      'texts.d.ts',
      `export interface MailTexts {\n${declarations(english).replaceAll('export function ', '')}}\ndeclare const texts: Record<${names}, MailTexts>\nexport default texts\n`,
    ],
  ])
}

/**
 * One import for each module: every message names the helpers that it needs. Ordinals come from `lib/plurals`, which
 * knows cardinals too, so `lib/cardinals` is not imported beside it.
 */
function mergeImports(imports: ReadonlySet<string>): string {
  const hasOrdinals = [...imports].some((line) => line.includes('/lib/plurals'))
  const names = new Map<string, Set<string>>()
  for (const line of imports) {
    const merged = hasOrdinals ? line.replace('/lib/cardinals', '/lib/plurals') : line
    const [, list = '', from = ''] = /^import \{ (.*) \} from ["'](.*)["'];?$/.exec(merged) ?? []
    names.set(from, new Set([...(names.get(from) ?? []), ...list.split(', ')]))
  }
  return [...names].map(([from, list]) => `import { ${[...list].sort().join(', ')} } from '${from}'`).join('\n')
}

const TRANSLATION_TYPES = `import type { Translation } from '../message.ts'
declare const translation: Translation
export default translation
`

const ALL_LANGUAGES_TYPES = `import type { Language } from '../languages.ts'
import type { Translation } from '../message.ts'
declare const translations: Record<Exclude<Language, 'en'>, Translation>
export default translations
`

function declarations(messages: Map<string, string>): string {
  return [...messages]
    .map(([key, text]) => {
      const values = [...placeholders(text)].map(([name, type]) => `${name}: ${type}`)
      const parameter = values.length > 0 ? `values: { ${values.join('; ')} }` : ''
      return `/** ${text.replaceAll('*/', '* /')} */\nexport function ${key}(${parameter}): string\n`
    })
    .join('')
}
