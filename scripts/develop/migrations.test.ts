import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What the worker of the release before may meet: tables, columns and indexes that it does not know, and more rows. */
const ADDS = [
  /^CREATE TABLE /,
  /^CREATE (?!UNIQUE )INDEX /,
  /^CREATE VIEW /,
  /^ALTER TABLE \S+ ADD (?!.*NOT NULL(?!.*DEFAULT))/,
  /^INSERT INTO /,
  /^UPDATE /,
]

/** The statements of a migration that take away, rename, or refuse what the worker of the release before writes. */
function refusedStatements(sql: string): string[] {
  const statements = sql.split('--> statement-breakpoint').map((statement) => statement.trim())
  return statements.filter((statement) => statement && !ADDS.some((adds) => adds.test(statement)))
}

it('a migration after the first release only adds', () => {
  const later = readdirSync('migrations').filter((name) => name.endsWith('.sql') && name > '0000_init.sql')
  const refused = later.flatMap((name) => refusedStatements(readFileSync(`migrations/${name}`, 'utf8')))
  expect(refused).toEqual([])
})

it.each([
  'DROP TABLE `notice`',
  'ALTER TABLE `entry` DROP COLUMN `bib`',
  'ALTER TABLE `entry` RENAME TO `application`',
  'ALTER TABLE `entry` ADD `club` text NOT NULL',
  'CREATE UNIQUE INDEX `one_club` ON `entry` (`club`)',
  'DELETE FROM `entry`',
])('%s is not adding', (statement) => {
  expect(refusedStatements(`ALTER TABLE \`entry\` ADD \`club\` text;--> statement-breakpoint\n${statement};`)).toEqual([
    `${statement};`,
  ])
})
