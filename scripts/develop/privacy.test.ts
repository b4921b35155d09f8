import { globSync, readFileSync } from 'node:fs'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as schema from '../../worker/db/schema.ts'
import { PERSONAL } from '../../worker/ops/written-rows.ts'
import { ENTRANT } from '../../worker/pull/wire.ts'

const text = readFileSync('docs/privacy.md', 'utf8')
/** The parts of the document that name tables in their heading, or in their text. */
const sections = text.split(/^###? /m)
const namesIn = (part: string) => new Set([...part.matchAll(/`([a-z0-9_]+)`/g)].map(([, name]) => name))

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))

describe('docs/privacy.md', () => {
  it.each(tables.map((table) => [getTableName(table), table] as const))('has every column of %s', (name, table) => {
    const section = sections.find((part) => namesIn(part.split('\n')[0] ?? '').has(name))
    // Tables with nothing of people stand in one sentence.
    const named = namesIn(section ?? sections.find((part) => namesIn(part).has(name)) ?? '')
    const columns = Object.values(getTableColumns(table)).map((column) => column.name)
    expect(columns.filter((column) => !named.has(column))).toEqual([])
  })

  it('names no column that does not exist', () => {
    const columns = new Set(tables.flatMap((table) => Object.values(getTableColumns(table)).map(({ name }) => name)))
    const cells = [...text.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) => [...namesIn(cell)])
    expect(cells.length).toBeGreaterThan(50)
    expect(cells.filter((name) => name !== undefined && !columns.has(name))).toEqual([])
  })

  it('has a statement in operations.md that erases by hand what the nightly run erases', () => {
    const statement = /UPDATE application SET[^;]*;/.exec(readFileSync('docs/operations.md', 'utf8'))?.[0] ?? ''
    expect([...PERSONAL, 'code'].filter((column) => !statement.includes(` ${column} = ''`))).toEqual([])
    expect(statement).toContain(' corrected_by = NULL')
  })

  it('says of each part of a result how long it stays, and the nightly run erases none of it', () => {
    const section = sections.find((part) => part.startsWith('`result` and `correction`')) ?? ''
    const rows = [...section.matchAll(/^\| (`.+) \|$/gm)].map(([, row = '']) => row.split(' | '))
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell.trim() === ''))).toEqual([])
    const [, , , howLong = ''] = rows.find(([fields]) => fields === '`name`') ?? []
    expect(howLong).toContain('Empty once the account is deleted')
    expect(section).toContain('The erasure 180 days after the event leaves results as they are')
    // What the document says of it is tried in worker/results/official.slow.test.ts.
    const nightly = globSync('worker/jobs/retention*.ts').filter((path) => !path.includes('.test.'))
    const touching = nightly.filter((path) =>
      /\b(?:FROM|UPDATE|INTO) (?:result|correction)\b/.test(readFileSync(path, 'utf8')),
    )
    expect([nightly.length > 0, touching]).toEqual([true, []])
  })

  it('says of an application that helpers see what they get, and nothing else', () => {
    const [, section = ''] = text.split('### `application`\n')
    const rows = (section.split('\n#')[0] ?? '').split('\n').map((line) => line.split('|'))
    const seen = rows.flatMap(([, names = '', , who = '']) => (/and helpers/.test(who) ? [...namesIn(names)] : []))
    const columns = getTableColumns(schema.application)
    expect(seen.sort()).toEqual(ENTRANT.map((name) => columns[name].name).sort())
  })
})
