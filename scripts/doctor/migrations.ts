import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The migrations of this checkout, in their order. */
export function migrationFiles(root: string): string[] {
  return readdirSync(join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Compares the migrations of a database with those of this checkout. */
export function comparedWithFiles(root: string, applied: string[]): { missing: string[]; unknown: string[] } {
  const files = migrationFiles(root)
  return {
    missing: files.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !files.includes(name)),
  }
}
