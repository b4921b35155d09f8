import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { seededDatabase } from './database.ts'

/** The same rows in the smaller schema of the peers: without sync columns, and with only the indexes that they need. */
export function peerDatabase(rows: number): string {
  const from = seededDatabase({ rows })
  const file = from.replace('seed-', 'peer-')
  if (existsSync(file)) return file
  const db = new DatabaseSync(file)
  db.exec(`ATTACH '${from}' AS ours;
    CREATE TABLE marathon (id TEXT PRIMARY KEY, owner_uid TEXT, title TEXT, location TEXT, description TEXT, image TEXT,
      distance TEXT, reg_start TEXT, reg_end TEXT, start_date TEXT, time_zone TEXT, capacity INTEGER, name TEXT,
      email TEXT, created_at TEXT, reg_count INTEGER, ver INTEGER);
    INSERT INTO marathon SELECT id, owner_uid, title, location, description, image, distance, reg_start, reg_end,
      start_date, time_zone, capacity, name, email, created_at, reg_count, ver FROM ours.marathon;
    CREATE INDEX marathon_created ON marathon (created_at, id);
    CREATE TABLE application (id TEXT PRIMARY KEY, marathon_id TEXT, uid TEXT, person TEXT, title TEXT, start_date TEXT,
      first_name TEXT, last_name TEXT, phone TEXT, email TEXT, location TEXT, info TEXT, created_at TEXT);
    CREATE UNIQUE INDEX application_person ON application (marathon_id, uid, person);
    CREATE INDEX application_uid ON application (uid, created_at);
    DETACH ours; PRAGMA journal_mode = WAL; ANALYZE`)
  db.close()
  return file
}
