import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAIL_LANGUAGES } from '../../contract/mail.ts'
import { type Catalogues, compare, readCatalogues, TEXTS, translatedLanguages } from './compile-texts.ts'

const WEB = join(TEXTS, '..')
/** A text in an attribute that people see or hear, as `label="Name"` or `title={'Name'}`. */
const TEXT_IN_ATTRIBUTE =
  /\b(?:label|title|placeholder|alt|hint|heading|description|aria-[a-z]+)=\{?["'`][A-Z][a-z]+[^"'`]*/g

const catalogue = (texts: Record<string, string>): Catalogues => new Map([['home', new Map(Object.entries(texts))]])
const ENGLISH = catalogue({ hello: 'Hello {name}', waiting: '{count, plural, one {# edit} other {# edits}}' })

it('no compiled text takes its numbers from the runtime, which would make a formatter', () => {
  const imports = globSync(join(TEXTS, 'compiled/*.js')).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^import .*\bnumber\b/.test(line)),
  )
  expect(new Set(imports)).toEqual(new Set(["import { number } from '../number.ts'"]))
})

it('mails have the languages of the app', () => {
  expect([...MAIL_LANGUAGES].sort()).toEqual(['en', ...translatedLanguages()].sort())
})

describe('a translation', () => {
  it('that has every key and placeholder is complete', () => {
    const german = catalogue({ hello: '{name}, hallo', waiting: '{count, plural, other {# Änderungen}}' })
    expect(compare('en', german, ENGLISH)).toEqual([])
  })

  it.each([
    ['a missing key', { waiting: '{count, plural, other {#}}' }, ['en/home.json: "hello" is missing']],
    [
      'a key that English has not',
      { hello: '{name}', waiting: '{count}', more: 'x' },
      ['en/home.json: English has no "more"'],
    ],
    [
      'a placeholder that differs',
      { hello: 'Hallo {nam}', waiting: '{count}' },
      ['en/home.json: "hello" lacks name', 'en/home.json: "hello" has nam, which English has not'],
    ],
  ])('is told about %s', (_what, texts, errors) => {
    expect(compare('en', catalogue(texts), ENGLISH)).toEqual(errors)
  })

  it('is told about a tag that is missing', () => {
    const [english, german] = [catalogue({ read: 'Read <link>this</link>' }), catalogue({ read: 'Lies das' })]
    expect(compare('en', german, english)).toEqual([
      'en/home.json: "read" lacks <link>',
      'en/home.json: "read" lacks </link>',
    ])
  })

  it('is told about a catalogue that English has not', () => {
    expect(compare('en', new Map([['house', new Map()]]), new Map())).toEqual([
      'en/house.json: English has no such catalogue',
    ])
  })
})

describe('the catalogues of the app', () => {
  const english = readCatalogues('en')
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['texts/compiled/**'] }).filter(
    (file) => !file.includes('.test.'),
  )
  const read = (file: string) => readFileSync(join(WEB, file), 'utf8')

  it.each(translatedLanguages())('are complete in %s', (language) => {
    expect(compare(language, readCatalogues(language), english)).toEqual([])
  })

  // Lint finds texts between tags (noJsxLiterals in biome.json).
  it('hold the texts of all attributes', () => {
    const texts = files.flatMap((file) =>
      [...read(file).matchAll(TEXT_IN_ATTRIBUTE)].map(([text]) => `${file}: ${text}`),
    )
    expect(texts).toEqual([])
  })

  it('have no text that no code uses', () => {
    const sources = [...files, ...globSync('../worker/mail/*.ts', { cwd: WEB })].map(read)
    // A mail takes its heading and its sentences by its kind: texts[kind](), texts[`${kind}Text`]().
    const isOfKind = (source: string, key: string) => source.includes(`case '${key.replace(/(Text|You)$/, '')}':`)
    const unused = [...english].flatMap(([name, messages]) => {
      const users = sources.filter((source) =>
        source.includes(name === 'mail' ? './compiled/texts.js' : `texts/compiled/${name}.js`),
      )
      return [...messages.keys()]
        .filter(
          (key) =>
            !users.some(
              (source) =>
                new RegExp(`\\.${key}\\b|= \\{ \\.\\.\\.(labels|names|texts) \\}`).test(source) ||
                (name === 'mail' && isOfKind(source, key)),
            ),
        )
        .map((key) => `${name}.${key}`)
    })
    expect(unused).toEqual([])
  })
})
