import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../local/children.ts'

const ANSWER_MS = 300_000

/**
 * Ends the script if its arguments name no database.
 * @param usage what to type instead
 */
export function requireDatabase(flags: string[], usage: string): void {
  if (['--local', '--env'].some((name) => flags.includes(name))) return
  console.error(`name the database: ${usage}`)
  process.exit(1)
}

/**
 * Runs SQL on a database with `wrangler d1 execute`.
 * @param flags name the database: `--env production`, or `--local --persist-to <folder>`
 * @returns the output, or null after an error, which is printed
 */
export function executeSql(sql: string, flags: string[]): string | null {
  const where = flags.includes('--local') ? [] : ['--remote']
  const command = ['d1', 'execute', 'DB', ...where, '-c', join(ROOT, 'wrangler.toml'), '--yes', '--json']
  const { status, stdout, stderr, error } = spawnSync('wrangler', [...command, '--command', sql, ...flags], {
    encoding: 'utf8',
    // What is kept of an account may be many megabytes.
    maxBuffer: Number.POSITIVE_INFINITY,
    shell: process.platform === 'win32',
    timeout: ANSWER_MS,
  })
  // wrangler exits with 0 if it is stopped, and then there is no result.
  if (status === 0 && !error && stdout.includes('[')) return stdout
  console.error(`It is not known whether this has changed anything. Do it again: it may be repeated. wrangler says:
${error?.message ?? stdout + stderr}`)
  return null
}

/** Replaces each `?` by the literal of its value. */
export function withValues(sql: string, values: (string | number | null)[]): string {
  const left = [...values]
  return sql.replaceAll('?', () => {
    const value = left.shift() ?? null
    if (value === null) return 'NULL'
    return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
  })
}
