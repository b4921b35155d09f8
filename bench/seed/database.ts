import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { seedEntrant, seedMarathon } from './rows.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The folder of seeded databases and servers' state, which git ignores. */
export const CACHE = join(import.meta.dirname, '../.cache')
const WEEK_MS = 604_800_000

/** The contents of a seeded database. Without `owner`, the accounts of seed/rows own the marathons. */
export interface SeedOptions {
  rows: number
  owner?: string
  /** Number of applications to the first marathon, each of another runner. */
  entrants?: number
  /** The origin of the marathons' pictures; by default a host that does not respond. */
  pictures?: string
}

/**
 * Builds a database with the project's migrations and `rows` marathons, once for each schema and week, so that their
 * dates stay in the future. @returns the path of the file
 */
export function seededDatabase({ rows, owner, entrants = 0, pictures }: SeedOptions): string {
  mkdirSync(CACHE, { recursive: true })
  const week = Math.floor(Date.now() / WEEK_MS)
  const migrations = readdirSync(join(ROOT, 'migrations')).filter((name) => name.endsWith('.sql'))
  const schema = migrations.toSorted().map((name) => readFileSync(join(ROOT, 'migrations', name), 'utf8'))
  const version = createHash('sha256').update(schema.join()).digest('hex').slice(0, 8)
  const kind = `listed-${rows}-${owner ?? 'many'}-${entrants}${pictures ? '-pictures' : ''}`
  const file = join(CACHE, `seed-${kind}-${week}-${version}.sqlite`)
  if (existsSync(file)) return file
  // A run that ended in the middle leaves its part.
  rmSync(`${file}.part`, { force: true })
  const db = new DatabaseSync(`${file}.part`)
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
  for (const sql of schema) db.exec(sql)
  const now = Date.now()
  const sample = seedMarathon(0, now, owner)
  const columns = Object.keys(sample)
  const insert = db.prepare(
    `INSERT INTO marathon (${columns.join(', ')}, reg_count, ver, seq, shown_until)
    VALUES (${columns.map((name) => `:${name}`).join(', ')}, 0, 1, :seq, :start_date)`,
  )
  const own = db.prepare(
    `INSERT INTO staff (marathon_id, uid, role, id, name, since, seq) VALUES (:id, :owner_uid, 'owner', :id, :name, :created_at, :seq)`,
  )
  db.exec('BEGIN')
  // Search engines may have the public pages of an organiser whose address is verified.
  db.prepare('INSERT INTO account (uid, email_verified) VALUES (?, 1)').run(sample.owner_uid)
  for (let index = 0; index < rows; index++) {
    const row = seedMarathon(index, now, owner)
    insert.run({ ...row, seq: index + 1 })
    own.run({ id: row.id, owner_uid: row.owner_uid, name: row.name, created_at: row.created_at, seq: -1 - index })
  }
  if (entrants > 0) {
    const entrant = seedEntrant(0, sample)
    const names = Object.keys(entrant)
    const add = db.prepare(
      `INSERT INTO application (${names.join(', ')}, ver, seq) VALUES (${names.map((name) => `:${name}`).join(', ')}, 1, :seq)`,
    )
    for (let index = 0; index < entrants; index++) add.run({ ...seedEntrant(index, sample), seq: rows + index + 1 })
    db.prepare('UPDATE marathon SET reg_count = ? WHERE id = ?').run(entrants, sample.id)
  }
  if (pictures)
    db.prepare("UPDATE marathon SET image = replace(image, 'https://pictures.example.com', ?)").run(pictures)
  db.prepare('UPDATE clock SET seq = ?').run(rows + entrants)
  db.exec('COMMIT; PRAGMA optimize; ANALYZE')
  db.exec('PRAGMA journal_mode = WAL')
  db.close()
  rmSync(file, { force: true })
  copyFileSync(`${file}.part`, file)
  rmSync(`${file}.part`)
  return file
}

/** Copies a database to the path where a server expects its own. */
export function placeDatabase(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  for (const end of ['', '-wal', '-shm']) rmSync(to + end, { force: true })
  copyFileSync(from, to)
}
